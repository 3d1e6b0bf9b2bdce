import { claimEndsAt } from '../../domain/note';
import { tableKey } from '../../domain/order-table';
import { closesAt, type KeptTicket } from '../../domain/ticket';
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
  for (const table of state.tables.values()) if (isTableDue(table, now)) return true;
  for (const order of state.orders.values()) if (isOrderDue(state.row, order.tickets, settings, now)) return true;
  return false;
}

/** F9: puts into the staged branch what time alone has changed. */
export function settleDue(staged: StagedBranch, settings: Settings, serverNow: number): void {
  const now = branchNow(staged, serverNow);
  for (const order of staged.allOrders()) {
    if (isOrderDue(staged.row, order.tickets, settings, now)) settleOrder(staged, order, order, settings, now);
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
    if (isFree && isOver(order) && neighbours.every((neighbour) => isOver(state.orders.get(neighbour))))
      forgetOrder(state, order.key);
  }
  for (const [key, table] of state.tables) {
    if (table.newsAt <= now - TABLE_STAYS_MS && !state.ordersOn.has(key)) state.tables.delete(key);
  }
}

function isTableDue(table: LiveTable, now: number): boolean {
  return table.view.changesAt !== null && table.view.changesAt <= now;
}

/** Whether a ticket is open that is to be closed by us, or that nobody has any more. */
function isOrderDue(branch: BranchRow, tickets: readonly KeptTicket[], settings: Settings, now: number): boolean {
  return tickets.some((ticket) => {
    if (ticket.closedAt !== null) return false;
    const limits = settings.limitsOf(branch.number, ticket.course.number);
    const { claim } = ticket.noted;
    if (claim && claimEndsAt(claim, limits) <= now) return true;
    const at = closesAt(ticket, limits, calendarOf(branch));
    return at !== null && at <= now;
  });
}
