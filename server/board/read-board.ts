import type { Board, BoardGap, Practice, Ticket, WallSettings } from '../../contract/live';
import { gapsToShow } from '../../domain/gap';
import { NOTHING_CHANGED } from '../../domain/order-table';
import { readTable } from '../../domain/read-table';
import type { Settings } from '../../domain/settings-in-force';
import { type KeptTicket, readTicket } from '../../domain/ticket';
import { toIso } from '../../domain/to-iso';
import { type BranchState, CLOSED_STAYS_MS, TABLE_STAYS_MS } from './branch-state';
import { strayGapsOf } from './stray-clock';

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
