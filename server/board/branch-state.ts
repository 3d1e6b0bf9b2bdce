import type { UnitVotes } from '../../contract/settings';
import type { BranchCalendar } from '../../domain/business-day';
import type { Fact, Instant, OrderNames, TableNamed } from '../../domain/fact';
import type { Gap } from '../../domain/gap';
import type { TableView } from '../../domain/table';
import type { KeptTicket } from '../../domain/ticket';
import type { PlacedAction } from '../../domain/ticket-action';

/** A fact, the delivery that holds its content, and the round that the fold gave it. */
export type KeptFact = { fact: Fact; deliveryId: string; round: number };

/** A body by its SHA-256, and the step that it was read as. */
export type SeenBody = { sha256: string; step: number };

/** An order in memory. Immutable: a transaction stages a new one until its commit. */
export type LiveOrder = {
  key: number;
  branch: number;
  identity: string;
  names: OrderNames;
  table: TableNamed | null;
  /** Since when it is at that table. */
  seatedAt: Instant;
  tickets: KeptTicket[];
  /** F10: the actions on its tickets, in order of receipt. */
  actions: readonly PlacedAction[];
  /** Without repeats (F1); null until they are loaded, which a new fact requires. */
  facts: readonly KeptFact[] | null;
  /** Every body that held a fact of this order. */
  bodies: readonly SeenBody[];
};

export type LiveTable = {
  number: string;
  subNumber: string;
  newsAt: Instant;
  view: TableView;
  version: number;
  /** Every order on it with news since then is in memory; null if they were not loaded. */
  rememberedFrom: Instant | null;
};

/** A row of the table Branch. */
export type BranchRow = {
  number: number;
  name: string | null;
  timeZone: string;
  cutOffMinute: number;
  version: number;
  epoch: string;
  /** Server time. */
  lastDeliveryAt: number | null;
  votes: UnitVotes;
};

/** A branch in memory, as its screens show it. Changes only after a commit, by `apply` of the staged branch. */
export type BranchState = {
  row: BranchRow;
  orders: Map<number, LiveOrder>;
  orderKeys: Map<string, number>;
  tables: Map<string, LiveTable>;
  /** The orders on each table, by `tableKey`. */
  ordersOn: Map<string, Set<number>>;
  /** By epoch minute of receipt: the least difference between receipt and event. */
  leastByMinute: Map<number, number>;
  posOffsetMs: number;
  /** F21: the newest ones. A gap without an end still lasts. */
  gaps: readonly Gap[];
};

/** How long a closed ticket stays on the board (contract, Board). */
export const CLOSED_STAYS_MS = 30 * 60_000;
/** How long a table stays on the board after its last news (contract, Board). */
export const TABLE_STAYS_MS = 7 * 86_400_000;

export function emptyBranch(row: BranchRow): BranchState {
  return {
    row,
    orders: new Map(),
    orderKeys: new Map(),
    tables: new Map(),
    ordersOn: new Map(),
    leastByMinute: new Map(),
    posOffsetMs: 0,
    gaps: [],
  };
}

export function calendarOf(row: Pick<BranchRow, 'timeZone' | 'cutOffMinute'>): BranchCalendar {
  return { timeZone: row.timeZone, cutOffMinute: row.cutOffMinute };
}

const REMEMBERED_MINUTES = 30;

/** Updates what is known of the POS's clock from one delivery: its receipt (server time) and the time of its event. */
export function noteReceipt(leastByMinute: Map<number, number>, receivedAt: number, at: Instant): void {
  const minute = Math.floor(receivedAt / 60_000);
  const least = leastByMinute.get(minute);
  if (least === undefined || receivedAt - at < least) leastByMinute.set(minute, receivedAt - at);
  if (leastByMinute.size > REMEMBERED_MINUTES) leastByMinute.delete(Math.min(...leastByMinute.keys()));
}
