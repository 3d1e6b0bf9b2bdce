import type { Gap } from '../../domain/gap';
import { tableKey } from '../../domain/order-table';
import { posOffset } from '../../domain/pos-offset';
import { isSameRound, type KeptTicket } from '../../domain/ticket';
import type { BranchRow } from '../sql/branches';
import {
  addTo,
  type BranchNews,
  type BranchState,
  forgetOrder,
  isAtSameTable,
  isKept,
  type KeptReceipts,
  type LiveOrder,
  type LiveTable,
  type Receipt,
  recordReceipt,
  replaceOrder,
} from './branch-state';

export type BranchChange = {
  branch: number;
  previousVersion: number;
  version: number;
  /** Screens must replace their whole board. */
  isWhole: boolean;
  tickets: KeptTicket[];
  tables: LiveTable[];
};

/**
 * A branch within a transaction. Reads include the staged changes; `apply` moves these to memory after the commit. If the
 * transaction fails, the object is discarded.
 */
export class StagedBranch {
  readonly number: number;
  /** The branch in memory. */
  readonly before: BranchState;
  /** A copy, which may be changed. */
  readonly row: BranchRow;
  readonly nextVersion: number;
  readonly orders: StagedOrders;
  readonly tables: StagedTables;
  readonly gaps: StagedGaps;
  readonly posClock: StagedPosClock;
  #hasChanged = false;
  #hasDelivery = false;

  constructor(state: BranchState) {
    const { row } = state;
    this.number = row.number;
    this.before = state;
    this.row = { ...row, revision: row.revision + 1, votes: { ...row.votes } };
    this.nextVersion = row.version + 1;
    this.orders = new StagedOrders(state, this.nextVersion);
    this.tables = new StagedTables(state);
    this.gaps = new StagedGaps(state);
    this.posClock = new StagedPosClock(state);
  }

  /** Call for a change that screens show: the commit then has the next version. */
  markChanged(): void {
    this.#hasChanged = true;
    this.row.version = this.nextVersion;
  }

  markDelivered(): void {
    this.#hasDelivery = true;
  }

  renewEpoch(epoch: string): void {
    this.row.epoch = epoch;
  }

  /** Removes a table. A change cannot express that, so screens get the whole board with a new epoch. */
  dropTable(key: string, epoch: string): void {
    this.tables.remove(key);
    this.markChanged();
    this.renewEpoch(epoch);
  }

  toWrite() {
    return {
      ...this.orders.toWrite(),
      tables: this.tables.changed(),
      removedTables: this.tables.removed(),
      gaps: this.gaps.toWrite(),
    };
  }

  /** What other nodes must read again after the commit at `at` (server time). */
  news(at: number): BranchNews {
    return {
      at,
      isWhole: this.#needsWholeBoard(),
      orders: this.orders.keysOfNews(),
      tables: this.tables.changed().map(({ number, subNumber }) => [number, subNumber]),
      hasGaps: this.gaps.toWrite().length > 0,
      deliveredIn: this.#hasDelivery ? this.row.revision : 0,
      receipts: this.posClock.leastOfStaged(),
    };
  }

  /** Applies the staged changes to memory. Call it after the commit. Returns null if screens show no change. */
  apply(): BranchChange | null {
    // Which orders stay in memory depends on the tables.
    for (const part of [this.tables, this.orders, this.posClock, this.gaps]) part.apply();
    const change: BranchChange = {
      branch: this.number,
      previousVersion: this.before.row.version,
      version: this.row.version,
      isWhole: this.#needsWholeBoard(),
      tickets: this.orders.changedTickets(),
      tables: this.tables.ofVersion(this.nextVersion),
    };
    this.before.row = this.row;
    if (this.#hasDelivery) this.before.deliveredIn = this.row.revision;
    return this.#hasChanged ? change : null;
  }

  /** Whether there is more than a change can say: a new epoch, or another name or time zone of the branch. */
  #needsWholeBoard(): boolean {
    const { epoch, name, timeZone } = this.before.row;
    return this.row.epoch !== epoch || this.row.name !== name || this.row.timeZone !== timeZone;
  }
}

function offsetOf({ leastByMinute, earlyReceipts }: KeptReceipts): number {
  return posOffset(leastByMinute, earlyReceipts);
}

/** The offset of a branch's POS clock within a transaction, from the receipts in memory and the staged ones. */
class StagedPosClock {
  readonly #state: BranchState;
  readonly #receipts: Receipt[] = [];
  /** A copy of what the branch keeps, with the staged receipts; null while there are none. */
  #kept: KeptReceipts | null = null;
  #offsetMs: number | null;

  constructor(state: BranchState) {
    this.#state = state;
    this.#offsetMs = state.posOffsetMs;
  }

  record(receipt: Receipt): void {
    this.#receipts.push(receipt);
    const { leastByMinute, earlyReceipts } = this.#state;
    this.#kept ??= { leastByMinute: new Map(leastByMinute), earlyReceipts };
    recordReceipt(this.#kept, receipt);
    this.#offsetMs = null;
  }

  offsetMs(): number {
    this.#offsetMs ??= this.#kept === null ? this.#state.posOffsetMs : offsetOf(this.#kept);
    return this.#offsetMs;
  }

  /** For each minute of a staged receipt, the least difference in ms between receipt and event. */
  leastOfStaged(): [minute: number, least: number][] {
    const kept: KeptReceipts = { leastByMinute: new Map(), earlyReceipts: [] };
    for (const receipt of this.#receipts) recordReceipt(kept, receipt);
    return [...kept.leastByMinute];
  }

  /** Moves the staged receipts to memory. */
  apply(): void {
    for (const receipt of this.#receipts) recordReceipt(this.#state, receipt);
    if (this.#receipts.length > 0) this.#state.posOffsetMs = offsetOf(this.#state);
  }
}

const MAX_GAPS = 20;

/** F21: the gaps in reception of a branch that a transaction adds or ends. */
class StagedGaps {
  readonly #state: BranchState;
  readonly #staged: Gap[] = [];

  constructor(state: BranchState) {
    this.#state = state;
  }

  /** Adds a gap, or ends an existing one. */
  put(gap: Gap): void {
    this.#staged.push(gap);
  }

  /** F21c: ends a silence at an instant (server time), because a delivery arrived or no course is in progress any more. */
  endSilence(at: number): void {
    for (const gap of this.#state.gaps)
      if (gap.to === null && !this.#isStaged(gap)) this.#staged.push({ ...gap, to: Math.max(gap.from, at) });
  }

  toWrite(): readonly Gap[] {
    return this.#staged;
  }

  /** Moves the staged gaps to memory, which holds the newest. */
  apply(): void {
    if (this.#staged.length === 0) return;
    const unchanged = this.#state.gaps.filter((gap) => !this.#isStaged(gap));
    this.#state.gaps = [...unchanged, ...this.#staged].slice(-MAX_GAPS);
  }

  #isStaged({ from, cause }: Gap): boolean {
    return this.#staged.some((gap) => gap.from === from && gap.cause === cause);
  }
}

/** The tables of a branch within a transaction, by `tableKey`. Reads include the staged ones. */
class StagedTables {
  readonly #state: BranchState;
  readonly #staged = new Map<string, LiveTable>();
  readonly #changed = new Set<string>();
  readonly #removed = new Map<string, LiveTable>();

  constructor(state: BranchState) {
    this.#state = state;
  }

  get(key: string): LiveTable | undefined {
    return this.#removed.has(key) ? undefined : (this.#staged.get(key) ?? this.#state.tables.get(key));
  }

  all(): LiveTable[] {
    const tables = new Map([...this.#state.tables, ...this.#staged]);
    return [...tables].flatMap(([key, table]) => (this.#removed.has(key) ? [] : table));
  }

  /** Adds a stored table to memory, without writing it. */
  addStored(table: LiveTable): void {
    this.#staged.set(tableKey(table), table);
  }

  put(table: LiveTable): void {
    const key = tableKey(table);
    this.#staged.set(key, table);
    this.#changed.add(key);
    this.#removed.delete(key);
  }

  remove(key: string): void {
    const table = this.#staged.get(key) ?? this.#state.tables.get(key);
    if (table) this.#removed.set(key, table);
    this.#staged.delete(key);
    this.#changed.delete(key);
  }

  changed(): LiveTable[] {
    return [...this.#changed].flatMap((key) => this.#staged.get(key) ?? []);
  }

  removed(): LiveTable[] {
    return [...this.#removed.values()];
  }

  ofVersion(version: number): LiveTable[] {
    return [...this.#staged.values()].filter((table) => table.version === version);
  }

  /** Moves the staged tables to memory. */
  apply(): void {
    for (const [key, table] of this.#staged) this.#state.tables.set(key, table);
    for (const key of this.#removed.keys()) this.#state.tables.delete(key);
  }
}

/** The orders of a branch within a transaction. Reads include the staged ones. */
class StagedOrders {
  readonly #state: BranchState;
  readonly #nextVersion: number;
  readonly #staged = new Map<number, LiveOrder>();
  /** The staged orders on each table, by `tableKey`. */
  readonly #stagedOn = new Map<string, Set<number>>();
  readonly #changedRows = new Set<number>();
  /** The new identities of sealed orders, by key. */
  readonly #replaced = new Map<number, string>();
  readonly #removedTickets: KeptTicket[] = [];
  /** Orders of which this transaction may write rows. */
  readonly #touched = new Set<number>();
  #changedTickets: KeptTicket[] | null = null;

  constructor(state: BranchState, nextVersion: number) {
    this.#state = state;
    this.#nextVersion = nextVersion;
  }

  get(key: number): LiveOrder | undefined {
    return this.#staged.get(key) ?? this.#state.orders.get(key);
  }

  keyOf(identity: string): number | undefined {
    return this.#state.orderKeys.get(identity);
  }

  all(): LiveOrder[] {
    return [...this.#state.orders.values()].filter(({ key }) => !this.#staged.has(key)).concat(this.#stagedOrders());
  }

  /** The orders with a ticket that is not closed, and all staged ones. */
  open(): LiveOrder[] {
    return [...this.#state.openOrders]
      .flatMap((key) => (this.#staged.has(key) ? [] : (this.#state.orders.get(key) ?? [])))
      .concat(this.#stagedOrders());
  }

  /** The orders of a table, by its `tableKey`. */
  at(table: string): LiveOrder[] {
    const { orders, ordersOn } = this.#state;
    const here: LiveOrder[] = [];
    for (const key of ordersOn.get(table) ?? []) {
      const order = this.#staged.has(key) ? undefined : orders.get(key);
      if (order) here.push(order);
    }
    for (const key of this.#stagedOn.get(table) ?? []) {
      const order = this.#staged.get(key);
      if (order) here.push(order);
    }
    return here;
  }

  /** Adds a stored order for this transaction, without writing it. It stays in memory if it is of the business day. */
  addStored(order: LiveOrder): void {
    const before = this.#staged.get(order.key);
    this.#staged.set(order.key, order);
    if (before && isAtSameTable(before, order)) return;
    if (before?.table) this.#stagedOn.get(tableKey(before.table))?.delete(order.key);
    if (order.table) addTo(this.#stagedOn, tableKey(order.table), order.key);
  }

  /** Stages an order whose tickets of the next version are written; `removedTickets` are deleted. */
  put(order: LiveOrder, removedTickets: readonly KeptTicket[]): void {
    this.addStored(order);
    this.markTouched(order.key);
    this.#removedTickets.push(...removedTickets);
  }

  /** Marks an order whose row must be written, because it is new or its names or table changed. */
  markRowChanged(key: number): void {
    this.#changedRows.add(key);
  }

  /** Call for an order about which something is written, so that other nodes read it again. */
  markTouched(key: number): void {
    this.#touched.add(key);
  }

  /** F27b: gives a sealed order another identity, because a new order has its own from now on. */
  replaceSealed(order: LiveOrder): void {
    const identity = `${order.identity}#${order.key}`;
    this.#replaced.set(order.key, identity);
    this.#touched.add(order.key);
    if (this.#state.orders.has(order.key)) this.addStored({ ...order, identity });
  }

  /** The tickets of the next version. Computed once, because nothing is staged after the writes have been collected. */
  changedTickets(): KeptTicket[] {
    this.#changedTickets ??= this.#stagedOrders().flatMap(({ tickets }) =>
      tickets.filter(({ version }) => version === this.#nextVersion),
    );
    return this.#changedTickets;
  }

  toWrite() {
    return {
      replaced: [...this.#replaced].map(([key, identity]) => [identity, key]),
      orders: [...this.#changedRows].flatMap((key) => this.#staged.get(key) ?? []),
      tickets: this.changedTickets().map((ticket) => ({ ticket, stored: this.#storedTicket(ticket) })),
      removedTickets: this.#removedTickets,
    };
  }

  /** Keys of the orders that other nodes must read again. */
  keysOfNews(): number[] {
    return [...this.#touched];
  }

  /** Moves the staged orders of the business day to memory. */
  apply(): void {
    for (const order of this.#staged.values())
      if (isKept(this.#state, order)) replaceOrder(this.#state, order);
      else forgetOrder(this.#state, order);
  }

  #stagedOrders(): LiveOrder[] {
    return [...this.#staged.values()];
  }

  /** The ticket as stored; undefined if its order is not in memory. */
  #storedTicket(ticket: KeptTicket): KeptTicket | undefined {
    return this.#state.orders.get(ticket.orderKey)?.tickets.find((one) => isSameRound(one, ticket));
  }
}
