import type { KeptTicket } from '../../domain/ticket';
import type { BranchRow } from '../sql/branch-row';
import type { BranchNews, BranchState, LiveTable } from './branch-state';
import { StagedGaps } from './staged-gaps';
import { StagedOrders } from './staged-orders';
import { StagedPosClock } from './staged-pos-clock';
import { StagedTables } from './staged-tables';

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
    for (const part of [this.orders, this.tables, this.posClock, this.gaps]) part.apply();
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
