import { type BranchCalendar, lastCutOff } from '../../domain/business-day';
import type { Fact, Instant, OrderNames, TableNamed } from '../../domain/fact';
import type { Gap } from '../../domain/gap';
import { isSameTable, tableKey } from '../../domain/order-table';
import { type EarlyReceipt, isEarly, keepEarly } from '../../domain/pos-offset';
import type { Seal } from '../../domain/sealed';
import type { Settings } from '../../domain/settings';
import type { TableView } from '../../domain/table';
import type { KeptTicket } from '../../domain/ticket';
import type { PlacedAction } from '../../domain/ticket-action';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time';
import type { BranchRow } from '../sql/branches';

/** A fact, the id of the delivery with its content, and the round that folding assigned to it. */
export type KeptFact = { fact: Fact; deliveryId: string; round: number };

/** The SHA-256 of a body, and the step as which it was translated. */
export type SeenBody = { sha256: string; step: number };

/** An order in memory. Immutable: a transaction stages a new object, which replaces it after the commit. */
export type LiveOrder = Seal & {
  key: number;
  branch: number;
  identity: string;
  names: OrderNames;
  table: TableNamed | null;
  /** Since when it has been at its table. */
  seatedAt: Instant;
  tickets: KeptTicket[];
  /** F10: the actions on its tickets, in order of receipt. */
  actions: readonly PlacedAction[];
  /** Its facts without repeats (F1). Null until they are loaded, which a new fact requires, and once it is sealed (F27). */
  facts: readonly KeptFact[] | null;
  /** Every body with a fact of this order. */
  bodies: readonly SeenBody[];
};

/** A table in memory. */
export type LiveTable = {
  number: string;
  subNumber: string;
  /** Instant of the newest fact that concerns the table. */
  newsAt: Instant;
  /** What screens show of it. */
  view: TableView;
  /** The version of the branch at its last change. */
  version: number;
};

/** A branch in memory: its business day. It changes only after a commit, by `apply` of its staged branch. */
export type BranchState = {
  row: BranchRow;
  /** Everything that changed after this version is in memory. What changed before may have left it, or was never loaded. */
  completeSince: number;
  /** The orders with a course that is open, or was closed after this instant (POS time), are in memory, and those of tables that are taken. */
  keptFrom: Instant;
  /** By key. The sets below have keys of orders. */
  orders: Map<number, LiveOrder>;
  /** The keys of the orders, by their identity. */
  orderKeys: Map<string, number>;
  /** By `tableKey`. */
  tables: Map<string, LiveTable>;
  /** The orders of each table, by `tableKey`. */
  ordersOn: Map<string, Set<number>>;
  /** The orders with a ticket that is not closed. */
  openOrders: Set<number>;
  /** The least difference in ms between receipt and event, by epoch minute of receipt. */
  leastByMinute: Map<number, number>;
  /** F23b: receipts of the first minutes; empty once there are enough minutes. */
  earlyReceipts: readonly EarlyReceipt[];
  /** How far the clock of the POS is behind the server's: server time less this is POS time. */
  posOffsetMs: number;
  /** The revision of the newest commit that is known to have stored a delivery; 0 if none is. */
  deliveredIn: number;
  /** F23a: when this server last logged that events are hours off (server time). */
  strayLoggedAt: number;
  /** F21: the newest gaps. One without an end has not ended yet. */
  gaps: readonly Gap[];
};

/** What a commit about a branch changed. */
export type BranchNews = {
  /** Server time of the node that committed. */
  at: number;
  /** Everything about the branch must be read again, and the configuration before it. */
  isWhole: boolean;
  /** Keys of orders. */
  orders: readonly number[];
  tables: readonly (readonly [number: string, subNumber: string])[];
  /** Whether gaps were added or changed. */
  hasGaps: boolean;
  /** The revision of the newest commit with a delivery; 0 if there is none. Missing where an older version committed. */
  deliveredIn?: number;
  /** For minutes of receipt, the least difference in ms between receipt and event. */
  receipts: readonly (readonly [minute: number, least: number])[];
};

/** How long a closed ticket stays on the board (contract, Board). */
export const CLOSED_STAYS_MS = 30 * MINUTE_MS;
/** How long a table stays on the board after its last fact (contract, Board). */
export const TABLE_STAYS_MS = 7 * DAY_MS;
/** Longer than any order stays at a table. */
export const MAX_VISIT_MS = 48 * HOUR_MS;
/** Turn-over and closing times cannot differ between courses, so any number gives the values of the branch. */
const NO_COURSE = 0;

/** A branch of which nothing was loaded yet. */
export function emptyBranch(row: BranchRow): BranchState {
  return {
    row,
    completeSince: row.version,
    keptFrom: Number.POSITIVE_INFINITY,
    orders: new Map(),
    orderKeys: new Map(),
    tables: new Map(),
    ordersOn: new Map(),
    openOrders: new Set(),
    leastByMinute: new Map(),
    earlyReceipts: [],
    posOffsetMs: 0,
    deliveredIn: 0,
    strayLoggedAt: Number.NEGATIVE_INFINITY,
    gaps: [],
  };
}

export function calendarOf(row: Pick<BranchRow, 'timeZone' | 'cutOffMinute'>): BranchCalendar {
  return { timeZone: row.timeZone, cutOffMinute: row.cutOffMinute };
}

/** Minutes of receipts that are kept to compute the offset of the POS's clock. */
const MAX_RECEIPT_MINUTES = 30;

/** What is kept of the receipts of a branch. */
export type KeptReceipts = Pick<BranchState, 'leastByMinute' | 'earlyReceipts'>;

/** The receipt of a delivery (server time), and the instant of its event (POS time), both epoch ms. */
export type Receipt = { receivedAt: number; at: Instant; workplace: number | null };

/**
 * Records how far an event is behind its receipt. Like LEAST_BY_MINUTE it leaves out what is dated more than a day after its
 * receipt, which only a replay applies: the server's clock was wrong at that time.
 */
export function recordReceipt(kept: KeptReceipts, { receivedAt, at, workplace }: Receipt): void {
  if (at - receivedAt > DAY_MS) return;
  const receipt = { minute: Math.floor(receivedAt / MINUTE_MS), workplace, behind: receivedAt - at };
  recordLeast(kept.leastByMinute, receipt.minute, receipt.behind);
  kept.earlyReceipts = isEarly(kept.leastByMinute) ? keepEarly(kept.earlyReceipts, receipt) : [];
}

/** Records the least difference in ms between receipt and event of an epoch minute of receipt. */
export function recordLeast(leastByMinute: Map<number, number>, minute: number, behind: number): void {
  const least = leastByMinute.get(minute);
  if (least === undefined || behind < least) leastByMinute.set(minute, behind);
  if (leastByMinute.size > MAX_RECEIPT_MINUTES) leastByMinute.delete(Math.min(...leastByMinute.keys()));
}

/** F9a: the time after which courses of a branch are closed as forgotten, in ms. */
export function autoCloseMs(branch: number, settings: Settings): number {
  return settings.limitsOf(branch, NO_COURSE).autoCloseMs;
}

/** The longest time after its last fact that an order of a branch can stay at its table, in ms. */
export function longestStayMs(branch: number, settings: Settings): number {
  const { turnOverMs, autoCloseMs } = settings.limitsOf(branch, NO_COURSE);
  return turnOverMs + autoCloseMs;
}

/**
 * When the business day that memory has to hold began (POS time): that of `now`, and the one before for as long as one of
 * its orders may be at a table.
 */
export function dayToKeep(row: BranchRow, settings: Settings, now: Instant): Instant {
  const stayMs = Math.max(longestStayMs(row.number, settings), CLOSED_STAYS_MS);
  return lastCutOff(now - stayMs, calendarOf(row));
}

/** Whether an order stays in memory: it is of the business day, or its table is taken. */
export function isKept({ keptFrom, tables }: Pick<BranchState, 'keptFrom' | 'tables'>, order: LiveOrder): boolean {
  const table = order.table && tables.get(tableKey(order.table));
  return isOpenSince(order, keptFrom) || (table != null && isTaken(table));
}

export function isTaken({ view }: LiveTable): boolean {
  return view.status !== 'TABLE-STATUS-OPEN';
}

/** Whether a course of an order is open, or was closed after an instant. */
export function isOpenSince({ tickets }: Pick<LiveOrder, 'tickets'>, instant: Instant): boolean {
  return tickets.some(({ closedAt }) => closedAt === null || closedAt > instant);
}

/** Puts an order into memory in place of its former state, and updates everything by which orders are found. */
export function replaceOrder(state: BranchState, order: LiveOrder): void {
  const before = state.orders.get(order.key);
  if (before && isAtSameTable(before, order)) {
    // Deleted first to move it to the end, because boards list orders with the newest fact last.
    state.orders.delete(order.key);
    state.orders.set(order.key, order);
  } else {
    removeOrder(state, order.key);
    state.orders.set(order.key, order);
    state.orderKeys.set(order.identity, order.key);
    if (order.table) addTo(state.ordersOn, tableKey(order.table), order.key);
  }
  if (order.tickets.some(({ closedAt }) => closedAt === null)) state.openOrders.add(order.key);
  else state.openOrders.delete(order.key);
}

/** Removes an order from memory, because it is not of the business day; it stays stored. */
export function forgetOrder(state: BranchState, { key, tickets }: LiveOrder): void {
  state.completeSince = Math.max(state.completeSince, ...tickets.map(({ version }) => version));
  removeOrder(state, key);
}

function removeOrder(state: BranchState, key: number): void {
  const order = state.orders.get(key);
  if (!order) return;
  state.orders.delete(key);
  state.orderKeys.delete(order.identity);
  state.openOrders.delete(key);
  if (!order.table) return;
  const at = tableKey(order.table);
  const there = state.ordersOn.get(at);
  there?.delete(key);
  if (there?.size === 0) state.ordersOn.delete(at);
}

export function isAtSameTable({ table: a }: LiveOrder, { table: b }: LiveOrder): boolean {
  return a === b || (a !== null && b !== null && isSameTable(a, b));
}

/** Adds the key of an order to those on a table, by its `tableKey`. */
export function addTo(ordersOn: Map<string, Set<number>>, table: string, order: number): void {
  const there = ordersOn.get(table);
  if (there) there.add(order);
  else ordersOn.set(table, new Set([order]));
}
