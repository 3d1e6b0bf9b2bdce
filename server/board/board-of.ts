import type { Board, WallSettings } from '../../contract/live';
import { openingHoursOf } from '../../domain/opening-hours';
import { readServices } from '../../domain/services';
import type { Settings } from '../../domain/settings-in-force';
import { toIso } from '../../domain/to-iso';
import type { Config } from '../config';
import type { Practices } from '../practice/practices';
import { type AsOf, asOfMember } from './as-of';
import type { Boards } from './boards';
import { readBoard } from './read-board';
import type { UsualWaits } from './usual-wait';

/** The parts of the server that boards are built from. */
export type BoardSource = {
  boards: Boards;
  settings: Settings;
  usualWaits: UsualWaits;
  practices: Pick<Practices, 'of' | 'onChange'>;
  config: Pick<Config, 'timeZone'>;
  asOf: AsOf;
  /** Server time, epoch ms. */
  now: () => number;
};

/** The current POS time of a branch, epoch ms (contract, Time). */
export function branchNowOf(source: Pick<BoardSource, 'boards' | 'now'>, branch: number): number {
  return source.now() - (source.boards.branch(branch)?.posOffsetMs ?? 0);
}

/** The time zone of a branch; the one of the machine before its first delivery. */
export function timeZoneOf(source: Pick<BoardSource, 'boards' | 'config'>, branch: number): string {
  return source.boards.branch(branch)?.row.timeZone ?? source.config.timeZone;
}

/** The settings of a branch that its kitchen walls use. */
export function wallSettingsOf(
  { settings, usualWaits, boards }: Pick<BoardSource, 'settings' | 'usualWaits' | 'boards'>,
  branch: number,
): WallSettings {
  const minutes = settings.value('readyLeavesWall', branch);
  const services = readServices(String(settings.value('services', branch))) ?? [];
  const hours = String(settings.value('openingHours', branch));
  const state = boards.branch(branch);
  const usualWait = [...usualWaits.of(branch)];
  return {
    readyLeavesMinutes: typeof minutes === 'number' ? minutes : null,
    touch: settings.value('wallTouch', branch) === 'taken' ? 'taken' : 'hide',
    openingHours: state ? openingHoursOf(hours, services, state.row.cutOffMinute) : null,
    usualWait,
  };
}

/** The board of a branch; empty before its first delivery. */
export function boardOf(source: BoardSource, branch: number): Board {
  const state = source.boards.branch(branch);
  const board = state
    ? readBoard(state, source.settings, source.now(), wallSettingsOf(source, branch))
    : emptyBoard(source, branch);
  return { ...board, ...asOfMember(source.asOf), ...practiceOf(source, branch) };
}

/** F26: what is practised in a branch now, as a member of its boards. */
export function practiceOf({ practices }: Pick<BoardSource, 'practices'>, branch: number): Pick<Board, 'practice'> {
  const practice = practices.of(branch);
  return practice ? { practice } : {};
}

function emptyBoard(source: BoardSource, branch: number): Board {
  return {
    epoch: 'none',
    version: 0,
    serverTime: toIso(source.now()),
    posOffsetMs: 0,
    lastDeliveryAt: null,
    branch: { number: branch, name: null, timeZone: timeZoneOf(source, branch) },
    wall: wallSettingsOf(source, branch),
    tickets: [],
    tables: [],
    gaps: [],
  };
}
