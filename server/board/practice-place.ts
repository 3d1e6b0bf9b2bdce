import { isInFlight } from '../../domain/live-figures';
import type { PracticePlace } from '../practice/practice-place';
import { type BoardSource, timeZoneOf } from './board-of';
import { calendarOf } from './branch-state';

/** The cut-off of a branch without a delivery does not matter: a practice is over long before the next one. */
const MIDNIGHT = 0;

/** What practices need of the branches in which they run. */
export function practicePlace(source: Pick<BoardSource, 'boards' | 'settings' | 'config' | 'now'>): PracticePlace {
  const { boards, settings, now } = source;
  return {
    now,
    posOffsetMs: (branch) => boards.branch(branch)?.posOffsetMs ?? 0,
    revision: (branch) => boards.branch(branch)?.row.revision ?? 0,
    deliveredIn: (branch) => boards.branch(branch)?.deliveredIn ?? 0,
    openCourses(branch) {
      const state = boards.branch(branch);
      const open = [...(state?.openOrders ?? [])].flatMap((key) => state?.orders.get(key)?.tickets ?? []);
      return open.filter(isInFlight).length;
    },
    rules(branch) {
      const state = boards.branch(branch);
      return {
        limitsOf: (course) => settings.limitsOf(branch, course),
        calendar: state ? calendarOf(state.row) : { timeZone: timeZoneOf(source, branch), cutOffMinute: MIDNIGHT },
      };
    },
  };
}
