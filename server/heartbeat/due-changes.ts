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
import { evictOrder } from '../board/order-index';
import { branchNow, ordersAt, presumptionContext, recomputeOrder, recomputeTable } from '../board/recompute';
import { forgetFacts } from '../board/settled-orders';
import type { StagedBranch } from '../board/staged-branch';

const OPEN = 'TABLE-STATUS-OPEN';
/** Another fact of an order that is closed for so long is rare, and loads them again. */
const FACTS_STAY_MS = 5 * 60_000;

/**
 * Whether a change by time is due in a branch at `now` (POS time): a ticket closes, is presumed served, a claim expires,
 * or a table changes its status.
 */
export function isAnythingDue(state: BranchState, settings: Settings, now: number): boolean {
  const moment = { now, serverNow: now + state.posOffsetMs };
  for (const table of state.tables.values()) if (isTableDue(table, now)) return true;
  for (const key of state.openOrders) {
    const order = state.orders.get(key);
    if (!order) continue;
    const atTable = () => ordersInMemory(state, order);
    if (isOrderDue(state.row, order, atTable, settings, moment)) return true;
  }
  return false;
}

/** F9: stages the changes by time that are due. `serverNow` is epoch ms. */
export function stageDueChanges(staged: StagedBranch, settings: Settings, serverNow: number): void {
  const now = branchNow(staged, serverNow);
  const moment = { now, serverNow };
  for (const order of staged.orders.open()) {
    const atTable = () => ordersAt(staged, order);
    if (isOrderDue(staged.row, order, atTable, settings, moment)) recomputeOrder(staged, order, order, settings, now);
  }
  for (const table of staged.tables.all()) {
    if (isTableDue(table, now)) recomputeTable(staged, table, table.newsAt, settings, now);
  }
}

/**
 * Removes orders and tables from memory that no screen shows any more, and facts that hardly change any more. The orders
 * that can affect a table are removed together. `now` is POS time.
 */
export function evictOld(state: BranchState, now: number): void {
  const isOver = (order: LiveOrder | undefined) => !order || isClosedSince(order, now - CLOSED_STAYS_MS);
  for (const order of [...state.orders.values()]) {
    if (isClosedSince(order, now - FACTS_STAY_MS)) forgetFacts(state, order);
    const key = order.table && tableKey(order.table);
    const isFree = key === null || (state.tables.get(key)?.view.status ?? OPEN) === OPEN;
    const isSettled = key !== null && state.settledOn.get(key)?.orders.has(order.key) === true;
    const neighbours = key === null ? [] : [...(state.ordersOn.get(key) ?? [])];
    const areOver = () => isFree && neighbours.every((neighbour) => isOver(state.orders.get(neighbour)));
    if (isOver(order) && (isSettled || areOver())) {
      evictOrder(state, order.key);
      const table = key === null ? undefined : state.tables.get(key);
      if (key !== null && table) state.tables.set(key, { ...table, loadedFrom: null });
    }
  }
  for (const [key, table] of state.tables) {
    if (table.newsAt <= now - TABLE_STAYS_MS && !state.ordersOn.has(key)) state.tables.delete(key);
  }
}

function isClosedSince(order: LiveOrder, instant: number): boolean {
  return order.tickets.every(({ closedAt }) => closedAt !== null && closedAt <= instant);
}

function isTableDue(table: LiveTable, now: number): boolean {
  return table.view.changesAt !== null && table.view.changesAt <= now;
}

function ordersInMemory(state: BranchState, { table }: LiveOrder): LiveOrder[] {
  const keys = (table && state.ordersOn.get(tableKey(table))) ?? [];
  return [...keys].flatMap((key) => state.orders.get(key) ?? []);
}

/** Whether it is time to close an open ticket of an order, to presume it served, or to end the claim on it. */
function isOrderDue(
  branch: BranchRow,
  order: LiveOrder,
  atTable: () => readonly LiveOrder[],
  settings: Settings,
  moment: Moment,
): boolean {
  // Checked first, because most tickets are closed and all are checked twice a second.
  if (order.tickets.every(({ closedAt }) => closedAt !== null)) return false;
  const context = presumptionContext(order, order.tickets, atTable);
  return order.tickets.some((ticket) => {
    const limits = settings.limitsOf(branch.number, ticket.course.number);
    return isTicketDue(ticket, moment, limits, calendarOf(branch), context);
  });
}
