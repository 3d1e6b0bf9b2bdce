import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings-in-force';
import { ticketDueAt } from '../../domain/ticket';
import { MINUTE_MS } from '../../lib/time-units';
import {
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
import type { BranchRow } from '../sql/branch-row';

const OPEN = 'TABLE-STATUS-OPEN';
/** Another fact of an order that is closed for so long is rare, and loads them again. */
const FACTS_STAY_MS = 5 * MINUTE_MS;

/**
 * Whether a change by time is due in a branch at `serverNow` (epoch ms): a ticket closes, is presumed served, a claim
 * expires, or a table changes its status.
 */
export function isAnythingDue(state: BranchState, settings: Settings, serverNow: number): boolean {
  const { row, posOffsetMs } = state;
  const rows = settings.rows();
  const known = nextDue.get(row);
  if (known && known.settings === rows && known.posOffsetMs === posOffsetMs) return known.at <= serverNow;
  const at = nextDueAt(state, settings);
  nextDue.set(row, { settings: rows, posOffsetMs, at });
  return at <= serverNow;
}

/**
 * When something is due next in branches, until they change, because all are checked twice a second. By their rows, which
 * every commit replaces.
 */
const nextDue = new WeakMap<BranchRow, { settings: unknown; posOffsetMs: number; at: number }>();

/** When the next change by time is due, server time; infinity for never. */
function nextDueAt(state: BranchState, settings: Settings): number {
  let next = Number.POSITIVE_INFINITY;
  for (const table of state.tables.values()) next = Math.min(next, tableDueAt(table, state.posOffsetMs));
  for (const key of state.openOrders) {
    const order = state.orders.get(key);
    if (!order) continue;
    const atTable = () => ordersInMemory(state, order);
    next = Math.min(next, orderDueAt(state.row, order, atTable, settings, state.posOffsetMs));
  }
  return next;
}

/** F9: stages the changes by time that are due. `serverNow` is epoch ms. */
export function stageDueChanges(staged: StagedBranch, settings: Settings, serverNow: number): void {
  const now = branchNow(staged, serverNow);
  const posOffsetMs = serverNow - now;
  for (const order of staged.orders.open()) {
    const atTable = () => ordersAt(staged, order);
    if (orderDueAt(staged.row, order, atTable, settings, posOffsetMs) <= serverNow)
      recomputeOrder(staged, order, order, settings, now);
  }
  for (const table of staged.tables.all()) {
    if (tableDueAt(table, posOffsetMs) <= serverNow) recomputeTable(staged, table, table.newsAt, settings, now);
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
      state.completeSince = Math.max(state.completeSince, ...order.tickets.map(({ version }) => version));
      evictOrder(state, order.key);
      const table = key === null ? undefined : state.tables.get(key);
      if (key !== null && table) state.tables.set(key, { ...table, loadedFrom: null });
    }
  }
  for (const [key, table] of state.tables) {
    if (table.newsAt > now - TABLE_STAYS_MS || state.ordersOn.has(key)) continue;
    state.completeSince = Math.max(state.completeSince, table.version);
    state.tables.delete(key);
  }
}

function isClosedSince(order: LiveOrder, instant: number): boolean {
  return order.tickets.every(({ closedAt }) => closedAt !== null && closedAt <= instant);
}

function tableDueAt({ view }: LiveTable, posOffsetMs: number): number {
  return view.changesAt === null ? Number.POSITIVE_INFINITY : view.changesAt + posOffsetMs;
}

function ordersInMemory(state: BranchState, { table }: LiveOrder): LiveOrder[] {
  const keys = (table && state.ordersOn.get(tableKey(table))) ?? [];
  return [...keys].flatMap((key) => state.orders.get(key) ?? []);
}

/** When it is time to close an open ticket of an order, to presume it served, or to end the claim on it. */
function orderDueAt(
  branch: BranchRow,
  order: LiveOrder,
  atTable: () => readonly LiveOrder[],
  settings: Settings,
  posOffsetMs: number,
): number {
  const context = presumptionContext(order, order.tickets, atTable);
  const calendar = calendarOf(branch);
  return order.tickets.reduce((next, ticket) => {
    const limits = settings.limitsOf(branch.number, ticket.course.number);
    return Math.min(next, ticketDueAt(ticket, posOffsetMs, limits, calendar, context));
  }, Number.POSITIVE_INFINITY);
}
