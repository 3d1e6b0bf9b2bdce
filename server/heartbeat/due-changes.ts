import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings-in-force';
import { isTicketDue, type Moment } from '../../domain/ticket';
import {
  type BranchRow,
  type BranchState,
  CLOSED_STAYS_MS,
  calendarOf,
  type LiveOrder,
  type LiveTable,
  TABLE_STAYS_MS,
} from '../board/branch-state';
import { branchNow, companyOf, ordersAt, settleOrder, settleTable } from '../board/settle';
import { forgetOrder, type StagedBranch } from '../board/staged-branch';

const OPEN = 'TABLE-STATUS-OPEN';

/**
 * Whether time alone has changed something of a branch at `now` (POS time): a ticket to close, a claim that has run out,
 * a table's status.
 */
export function isAnythingDue(state: BranchState, settings: Settings, now: number): boolean {
  const moment = { now, serverNow: now + state.posOffsetMs };
  for (const table of state.tables.values()) if (isTableDue(table, now)) return true;
  for (const order of state.orders.values()) {
    const atTable = () => ordersInMemory(state, order);
    if (isOrderDue(state.row, order, atTable, settings, moment)) return true;
  }
  return false;
}

/** F9: puts into the staged branch what time alone has changed. */
export function settleDue(staged: StagedBranch, settings: Settings, serverNow: number): void {
  const now = branchNow(staged, serverNow);
  const moment = { now, serverNow };
  for (const order of staged.allOrders()) {
    const atTable = () => ordersAt(staged, order);
    if (isOrderDue(staged.row, order, atTable, settings, moment)) settleOrder(staged, order, order, settings, now);
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

function ordersInMemory(state: BranchState, { table }: LiveOrder): LiveOrder[] {
  const keys = (table && state.ordersOn.get(tableKey(table))) ?? [];
  return [...keys].flatMap((key) => state.orders.get(key) ?? []);
}

/** Whether time alone has closed an open ticket of an order, presumes it served, or has ended the claim on it. */
function isOrderDue(
  branch: BranchRow,
  order: LiveOrder,
  atTable: () => readonly LiveOrder[],
  settings: Settings,
  moment: Moment,
): boolean {
  // Most tickets are closed, and all are looked at twice a second.
  if (order.tickets.every(({ closedAt }) => closedAt !== null)) return false;
  const company = companyOf(order, order.tickets, atTable);
  return order.tickets.some((ticket) => {
    const limits = settings.limitsOf(branch.number, ticket.course.number);
    return isTicketDue(ticket, moment, limits, calendarOf(branch), company);
  });
}
