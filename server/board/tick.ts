import { tableKey } from '../../domain/order-table';
import { isTicketDue, type KeptTicket, type Moment } from '../../domain/ticket';
import type { Settings } from '../settings/settings';
import {
  type BranchRow,
  type BranchState,
  CLOSED_STAYS_MS,
  calendarOf,
  type LiveOrder,
  type LiveTable,
  TABLE_STAYS_MS,
} from './branch-state';
import { branchNow, settleOrder, settleTable } from './settle';
import { forgetOrder, type StagedBranch } from './staged-branch';

const OPEN = 'TABLE-STATUS-OPEN';

/**
 * Whether time alone has changed something of a branch at `now` (POS time): a ticket to close, a claim that has run out,
 * a table's status.
 */
export function isAnythingDue(state: BranchState, settings: Settings, now: number): boolean {
  const moment = { now, serverNow: now + state.posOffsetMs };
  for (const table of state.tables.values()) if (isTableDue(table, now)) return true;
  for (const order of state.orders.values()) if (isOrderDue(state.row, order.tickets, settings, moment)) return true;
  return false;
}

/** F9: puts into the staged branch what time alone has changed. */
export function settleDue(staged: StagedBranch, settings: Settings, serverNow: number): void {
  const now = branchNow(staged, serverNow);
  const moment = { now, serverNow };
  for (const order of staged.allOrders()) {
    if (isOrderDue(staged.row, order.tickets, settings, moment)) settleOrder(staged, order, order, settings, now);
  }
  for (const table of staged.allTables()) {
    if (isTableDue(table, now)) settleTable(staged, table, table.newsAt, settings, now);
  }
}

/**
 * Takes out of memory what no screen sees any more; it stays stored. The orders of a table go together, so that what is
 * in memory of a table always tells its status.
 */
export function forgetOld(state: BranchState, now: number): void {
  const isOver = (order: LiveOrder | undefined) =>
    order?.tickets.every(({ closedAt }) => closedAt !== null && closedAt <= now - CLOSED_STAYS_MS) ?? true;
  for (const order of [...state.orders.values()]) {
    const key = order.table && tableKey(order.table);
    const isFree = key === null || (state.tables.get(key)?.view.status ?? OPEN) === OPEN;
    const neighbours = key === null ? [] : [...(state.ordersOn.get(key) ?? [])];
    if (isFree && isOver(order) && neighbours.every((neighbour) => isOver(state.orders.get(neighbour)))) {
      forgetOrder(state, order.key);
      const table = key === null ? undefined : state.tables.get(key);
      if (key !== null && table) state.tables.set(key, { ...table, rememberedFrom: null });
    }
  }
  for (const [key, table] of state.tables) {
    if (table.newsAt <= now - TABLE_STAYS_MS && !state.ordersOn.has(key)) state.tables.delete(key);
  }
}

function isTableDue(table: LiveTable, now: number): boolean {
  return table.view.changesAt !== null && table.view.changesAt <= now;
}

/** Whether a ticket is open that is to be closed by now, or that nobody has any more. */
function isOrderDue(branch: BranchRow, tickets: readonly KeptTicket[], settings: Settings, moment: Moment): boolean {
  return tickets.some(
    (ticket) =>
      ticket.closedAt === null && // most are closed, and all are looked at twice a second
      isTicketDue(ticket, moment, settings.limitsOf(branch.number, ticket.course.number), calendarOf(branch)),
  );
}
