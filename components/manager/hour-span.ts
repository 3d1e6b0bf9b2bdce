import { dayMinuteText } from '../../lib/day-minute';
import type { ManagerBranch } from './manager-branch';
import type { CourseChoices } from './page-query';

/** The clock times between which an hour lies; of the part before or after midnight only, until or from the cut-off. */
export function hourSpan(
  hour: number,
  nextDay: CourseChoices['nextDay'],
  branch: Pick<ManagerBranch, 'cutOffMinute'> | null | undefined,
): { from: string; to: string } {
  const from = hour * 60;
  const to = from + 60;
  const cutOff = branch?.cutOffMinute ?? 0;
  const isCut = nextDay !== null && from < cutOff && cutOff < to;
  return {
    from: dayMinuteText(isCut && nextDay === 'no' ? cutOff : from),
    to: dayMinuteText(isCut && nextDay === 'yes' ? cutOff : to % (24 * 60)),
  };
}
