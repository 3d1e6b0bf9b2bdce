import type { BranchCalendar } from '../../domain/business-day';
import type { Fact, Instant, OrderNames, TableNamed } from '../../domain/fact';
import type { Gap } from '../../domain/gap';
import { type EarlyReceipt, isEarly, keepEarly } from '../../domain/pos-offset';
import type { Seal } from '../../domain/sealed';
import type { TableView } from '../../domain/table';
import type { KeptTicket } from '../../domain/ticket';
import type { PlacedAction } from '../../domain/ticket-action';
import { DAY_MS, MINUTE_MS } from '../../lib/time-units';
import type { BranchRow } from '../sql/branch-row';

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
  /** Every order on it with a fact since then is in memory; null if they were not loaded. */
  loadedFrom: Instant | null;
};

/** The orders of a table that are settled, and since when no settled order has been at it. */
export type Settled = { orders: Set<number>; until: Instant };

/** A branch in memory. It changes only after a commit, by `apply` of its staged branch. */
export type BranchState = {
  row: BranchRow;
  /** Everything that changed after this version is in memory. What changed before may have left it, or was never loaded. */
  completeSince: number;
  /** By key. The sets below have keys of orders. */
  orders: Map<number, LiveOrder>;
  /** The keys of the orders, by their identity. */
  orderKeys: Map<string, number>;
  /** By `tableKey`. */
  tables: Map<string, LiveTable>;
  /** The orders on each table that can affect it, by `tableKey`. */
  ordersOn: Map<string, Set<number>>;
  /** The settled orders of each table, by `tableKey`. */
  settledOn: Map<string, Settled>;
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

export function emptyBranch(row: BranchRow): BranchState {
  return {
    row,
    completeSince: row.version,
    orders: new Map(),
    orderKeys: new Map(),
    tables: new Map(),
    ordersOn: new Map(),
    settledOn: new Map(),
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
