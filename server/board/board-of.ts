import type { Board, WallHabits } from '../../contract/live';
import { openingHoursOf } from '../../domain/opening-hours';
import { readServices } from '../../domain/services';
import { told } from '../../domain/ticket';
import type { Core } from '../core';
import { readBoard } from './read-board';

/** The now of a branch, by its POS's clock (contract, Time). */
export function branchNowOf(core: Core, branch: number): number {
  return core.now() - (core.boards.branch(branch)?.posOffsetMs ?? 0);
}

/** The time zone of a branch's wall clock, also before its first delivery. */
export function timeZoneOf(core: Core, branch: number): string {
  return core.boards.branch(branch)?.row.timeZone ?? core.config.timeZone;
}

/** What a branch's walls go by. */
export function wallHabits({ settings, hunger, boards }: Core, branch: number): WallHabits {
  const minutes = settings.value('readyLeavesWall', branch);
  const services = readServices(String(settings.value('services', branch))) ?? [];
  const hours = String(settings.value('openingHours', branch));
  const state = boards.branch(branch);
  return {
    readyLeavesMinutes: typeof minutes === 'number' ? minutes : null,
    touch: settings.value('wallTouch', branch) === 'taken' ? 'taken' : 'hide',
    openingHours: state ? openingHoursOf(hours, services, state.row.cutOffMinute) : null,
    hungryAfter: [...hunger.of(branch)],
  };
}

/** The board of a branch; an empty one for a branch of which nothing has come yet. */
export function boardOf(core: Core, branch: number): Board {
  const state = core.boards.branch(branch);
  if (state) return readBoard(state, core.settings, core.now(), wallHabits(core, branch));
  return {
    epoch: 'none',
    version: 0,
    serverTime: told(core.now()),
    posOffsetMs: 0,
    lastDeliveryAt: null,
    branch: { number: branch, name: null, timeZone: timeZoneOf(core, branch) },
    wall: wallHabits(core, branch),
    tickets: [],
    tables: [],
    gaps: [],
  };
}
