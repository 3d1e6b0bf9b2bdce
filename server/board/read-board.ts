import type { Board, BoardGap, Practice, ShownGap, Ticket, WallSettings } from '../../contract/live';
import { toIso } from '../../domain/fact';
import { gapsToShow } from '../../domain/gap';
import { NOTHING_CHANGED } from '../../domain/order-table';
import { type StrayClock, strayClock } from '../../domain/pos-offset';
import { openingHoursOf, readServices } from '../../domain/services';
import type { Settings } from '../../domain/settings';
import { readTable } from '../../domain/table';
import { type KeptTicket, readTicket } from '../../domain/ticket';
import type { Config } from '../config';
import type { Practices } from '../practice/practices';
import type { Boards } from './boards';
import { autoCloseMs, type BranchState, CLOSED_STAYS_MS, TABLE_STAYS_MS } from './branch-state';
import type { UsualWaits } from './usual-wait';

/** Until when boards have everything that was acknowledged, epoch ms; null if that is now. */
export type AsOf = () => number | null;

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

/** The whole board of a branch in the form of the contract; `serverNow` in epoch ms. */
export function readBoard(state: BranchState, settings: Settings, serverNow: number, wall: WallSettings): Board {
  const now = serverNow - state.posOffsetMs;
  const reading = settings.readingOf(state.row.number, state.row.votes);
  const isShown = (ticket: KeptTicket) => ticket.closedAt === null || ticket.closedAt > now - CLOSED_STAYS_MS;
  return {
    epoch: state.row.epoch,
    version: state.row.version,
    serverTime: toIso(serverNow),
    posOffsetMs: state.posOffsetMs,
    lastDeliveryAt: toIso(state.row.lastDeliveryAt),
    branch: { number: state.row.number, name: state.row.name, timeZone: state.row.timeZone },
    wall,
    tickets: [...state.orders.values()].flatMap((order) =>
      order.tickets.filter(isShown).map((ticket) => readTicket(ticket, reading)),
    ),
    tables: [...state.tables.values()]
      .filter((table) => table.newsAt > now - TABLE_STAYS_MS)
      .map((table) => readTable(table, state.row.number)),
    gaps: [...gapsOf(state, serverNow), ...strayGapsOf(state, settings)],
  };
}

/** F21d: the gaps of a branch that its screens show now. */
export function gapsOf(state: Pick<BranchState, 'gaps'> | undefined, serverNow: number): BoardGap[] {
  return gapsToShow(state?.gaps ?? [], serverNow).map(({ from, to, cause }) => ({
    from: toIso(from),
    to: toIso(to),
    cause,
  }));
}

/** A board for guests: counter tickets only, without tables, usual waits and gaps. */
export function pickupBoard(board: Board): Board {
  return {
    ...board,
    wall: { ...board.wall, usualWait: [] },
    tickets: pickupTickets(board.tickets),
    tables: [],
    gaps: [],
    ...(board.practice ? { practice: practiceForGuests(board.practice) } : {}),
  };
}

/** F26b, F28d: a practice as guests see it. */
export function practiceForGuests(practice: Practice): Practice {
  const tickets = practice.kind === 'test' ? practice.tickets.map(atCounter) : practice.tickets;
  return { ...practice, tickets: pickupTickets(tickets), tables: [] };
}

function atCounter(ticket: Ticket): Ticket {
  return { ...ticket, orderKind: 'cafeteria', ticketNumber: 0 };
}

/**
 * The tickets that guests may see, without actions of staff and without who closed them. One that was collected is closed
 * for them: its guest has it.
 */
export function pickupTickets(tickets: readonly Ticket[]): Ticket[] {
  return tickets
    .filter((ticket) => ticket.orderKind === 'cafeteria')
    .map((ticket) => ({
      ...ticket,
      table: null,
      claim: null,
      collected: null,
      hiddenOn: [],
      changes: NOTHING_CHANGED,
      closedAt: ticket.closedAt ?? ticket.collected?.at ?? null,
      closedBy: ticket.closedBy === 'screen' || isHandedOver(ticket) ? 'heatlamp' : ticket.closedBy,
      marks: ticket.marks.filter((mark) => mark !== 'collected'),
    }));
}

function isHandedOver({ closedAt, collected }: Ticket): boolean {
  return closedAt === null && collected !== null;
}

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
    touch: settings.value('wallTouch', branch) === 'collect' ? 'collect' : 'hide',
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

/** As a member of what is computed from boards. */
export function asOfMember(asOf: AsOf): { asOf?: string } {
  const instant = asOf();
  return instant === null ? {} : { asOf: toIso(instant) };
}

/** F23a: the clock of a branch's POS if it is stray; else null. */
export function strayClockOf(state: BranchState, settings: Settings): StrayClock | null {
  return strayClock(state.leastByMinute, state.posOffsetMs + autoCloseMs(state.row.number, settings));
}

/** F23a: the stretch in which the courses of a branch were closed on arrival, as a gap of its boards. */
export function strayGapsOf(state: BranchState | undefined, settings: Settings): ShownGap[] {
  const stray = state && strayClockOf(state, settings);
  if (!stray || stray.behindMs < autoCloseMs(state.row.number, settings)) return [];
  const to = Math.max(stray.since, state.row.lastDeliveryAt ?? stray.since);
  return [{ from: toIso(stray.since), to: toIso(to), cause: 'clock' }];
}
