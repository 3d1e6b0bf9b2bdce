import { tableKey } from '../../domain/order-table';
import { posOffset } from '../../domain/pos-offset';
import type { Settings } from '../../domain/settings-in-force';
import type { TableView } from '../../domain/table';
import type { Delivery, DeliveryResult } from '../intake/delivery';
import type { Log } from '../log';
import { type GapRow, gapOfRow } from '../sql/gap-row';
import { BRANCHES, LEAST_BY_MINUTE, LIVE_ORDERS, NEWEST_GAPS, TABLES_SINCE } from '../sql/load-statements';
import type { Statements, Write } from '../sql/statements';
import { int } from '../sql/ticket-row';
import { shortOf } from '../storage/failure';
import {
  type BranchRow,
  type BranchState,
  CLOSED_STAYS_MS,
  emptyBranch,
  type LiveTable,
  TABLE_STAYS_MS,
} from './branch-state';
import { loadOrders } from './load-orders';
import { loadNeighbours, type TableRow, tableOfRow } from './load-tables';
import { recomputeTable } from './recompute';
import { stageDeliveries } from './stage-deliveries';
import { type BranchChange, type StagedBranch, stageBranch } from './staged-branch';
import { stagedWrites } from './staged-writes';
import type { BoardDeps, Stages } from './stages';

export type Boards = {
  branch: (number: number) => BranchState | undefined;
  /** Every branch, also those that are provisional (F25). */
  branches: () => BranchState[];
  /** The branches that were taken (F25). */
  taken: () => BranchState[];
  /** Removes a branch from memory, after the commit that removed its rows. */
  forget: (number: number) => void;
  /** Begins staging the changes of a transaction. An unknown branch that is requested from it is created. */
  stage: () => Stages;
  /** Stages a batch of deliveries and all resulting changes. Resolves to the outcome of each delivery, by id. */
  deliver: (sql: Statements, batch: readonly Delivery[], stages: Stages) => Promise<Map<string, DeliveryResult>>;
  /** Applies a committed transaction to memory, then notifies the listeners. Never throws. */
  apply: (stages: Stages) => void;
  /**
   * Loads every branch from another database, with these settings. Call the result to replace the branches in memory; it
   * notifies the listeners of each, with a new epoch.
   */
  reload: (sql: Statements, settings: Settings) => Promise<() => void>;
  /** Calls `listener` after every commit that changed the board of a branch. Call the result to stop. */
  onChange: (listener: (change: BranchChange) => void) => () => void;
};

export type BoardsDeps = BoardDeps & { defaultTimeZone: string; log: Pick<Log, 'warn'> };

type StoredBranch = Record<
  'number' | 'cutOffMinute' | 'version' | 'votesSeconds' | 'votesMinutes' | 'votesMilliseconds',
  number | bigint
> & {
  name: string | null;
  timeZone: string;
  epoch: string;
  lastDeliveryAt: number | bigint | null;
  provisionalSince: number | bigint | null;
};

/** Loads every branch: open and recently closed tickets, recently changed tables, and the POS offset. */
export async function loadBoards(sql: Statements, deps: BoardsDeps): Promise<Boards> {
  let states = await loadStates(sql, deps);
  const listeners = new Set<(change: BranchChange) => void>();
  const notify = (changes: readonly BranchChange[]) => {
    for (const change of changes)
      for (const listener of listeners) {
        attempt(() => listener(change), 'a listener failed for a change of the board', deps);
      }
  };

  return {
    branch: (number) => states.get(number),
    branches: () => [...states.values()],
    taken: () => [...states.values()].filter(({ row }) => row.provisionalSince === null),
    forget: (number) => void states.delete(number),
    stage() {
      const staged = new Map<number, StagedBranch>();
      // F25a: the first branch is taken at once.
      const create = (number: number): BranchRow => {
        const hasTaken = isAnyTaken(states.values()) || isAnyTaken(staged.values());
        return newBranch(number, hasTaken ? deps.now() : null, deps);
      };
      const added: Write[] = [];
      const commitHandlers: (() => void)[] = [];
      return {
        of(number) {
          const known = staged.get(number);
          if (known) return known;
          const fresh = stageBranch(states.get(number) ?? emptyBranch(create(number)));
          staged.set(number, fresh);
          return fresh;
        },
        all: () => [...staged.values()],
        add: (write) => added.push(write),
        onCommit: (handler) => commitHandlers.push(handler),
        commitHandlers: () => commitHandlers,
        writes: () => [...stagedWrites([...staged.values()]), ...added],
      };
    },
    deliver: (sql, batch, stages) => stageDeliveries(sql, batch, stages, deps),
    apply(stages) {
      const changes = stages.all().flatMap((staged) => {
        states.set(staged.number, staged.before);
        return staged.apply() ?? [];
      });
      for (const handler of stages.commitHandlers())
        attempt(handler, 'a committed change could not be applied to memory', deps);
      notify(changes);
    },
    async reload(sql, settings) {
      const read = await loadStates(sql, { ...deps, settings });
      return () => {
        const branches = new Set([...states.keys(), ...read.keys()]);
        states = read;
        notify([...branches].map((branch) => wholeBoard(branch, read.get(branch)?.row.version ?? 0)));
      };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function loadStates(sql: Statements, deps: BoardsDeps): Promise<Map<number, BranchState>> {
  const states = new Map<number, BranchState>();
  for (const row of await sql.$queryRawUnsafe<StoredBranch[]>(BRANCHES)) {
    const state = await loadBranch(sql, branchOfRow(row), deps);
    states.set(state.row.number, state);
  }
  return states;
}

/** A change after which screens replace their whole board. */
function wholeBoard(branch: number, version: number): BranchChange {
  return { branch, previousVersion: version, version, newEpoch: true, tickets: [], tables: [] };
}

/** Logs errors of listeners, because they must not fail a commit. A screen that misses a change notices it. */
function attempt(work: () => void, message: string, { log }: BoardsDeps): void {
  try {
    work();
  } catch (error) {
    log.warn({ error: shortOf(error) }, message);
  }
}

function isAnyTaken(branches: Iterable<{ row: BranchRow }>): boolean {
  for (const { row } of branches) if (row.provisionalSince === null) return true;
  return false;
}

function newBranch(number: number, provisionalSince: number | null, deps: BoardsDeps): BranchRow {
  return {
    number,
    name: null,
    timeZone: deps.defaultTimeZone,
    cutOffMinute: 4 * 60,
    version: 0,
    epoch: deps.newEpoch(),
    lastDeliveryAt: null,
    provisionalSince,
    votes: { seconds: 0, minutes: 0, milliseconds: 0 },
  };
}

function branchOfRow(row: StoredBranch): BranchRow {
  return {
    number: int(row.number),
    name: row.name,
    timeZone: row.timeZone,
    cutOffMinute: int(row.cutOffMinute),
    version: int(row.version),
    epoch: row.epoch,
    lastDeliveryAt: int(row.lastDeliveryAt),
    provisionalSince: int(row.provisionalSince),
    votes: { seconds: int(row.votesSeconds), minutes: int(row.votesMinutes), milliseconds: int(row.votesMilliseconds) },
  };
}

async function loadBranch(sql: Statements, row: BranchRow, deps: BoardsDeps): Promise<BranchState> {
  const state = emptyBranch(row);
  const receipts = await sql.$queryRawUnsafe<{ minute: number | bigint; least: number | bigint }[]>(
    LEAST_BY_MINUTE,
    row.number,
  );
  for (const { minute, least } of receipts) state.leastByMinute.set(int(minute), int(least));
  state.posOffsetMs = posOffset(state.leastByMinute);
  state.gaps = (await sql.$queryRawUnsafe<GapRow[]>(NEWEST_GAPS, row.number)).map(gapOfRow).toReversed();
  const now = deps.now() - state.posOffsetMs;

  // Staged as known, because loaded orders are not changes.
  const staged = stageBranch(state);
  const tables = (await sql.$queryRawUnsafe<TableRow[]>(TABLES_SINCE, row.number, now - TABLE_STAYS_MS)).map(
    tableOfRow,
  );
  for (const table of tables) staged.addStoredTable(table);

  const live = await sql.$queryRawUnsafe<{ orderKey: number | bigint }[]>(
    LIVE_ORDERS,
    row.number,
    row.number,
    now - CLOSED_STAYS_MS,
  );
  for (const order of await loadOrders(
    sql,
    live.map(({ orderKey }) => int(orderKey)),
  ))
    staged.addStoredOrder(order);
  for (const table of tables) {
    const isLive = table.view.status !== 'TABLE-STATUS-OPEN' || staged.ordersAt(tableKey(table)).length > 0;
    if (isLive) await loadNeighbours(sql, staged, table, table.view.since ?? table.newsAt, deps.settings);
  }
  staged.apply();
  computeCourses(state, deps);
  return state;
}

/**
 * Computes the parts of each table that are not stored: its courses and the start of the first one, as of the last
 * delivery. Changes by time since then are marked as due, so that the next check commits them.
 */
function computeCourses(state: BranchState, { settings, now }: BoardsDeps): void {
  const lastHeard = state.row.lastDeliveryAt ?? now();
  for (const [key, table] of state.tables) {
    if (!state.ordersOn.has(key)) continue;
    const announcedAt = Math.max(lastHeard - state.posOffsetMs, table.view.since ?? 0);
    const then = viewAt(state, table, settings, announcedAt);
    const view = viewAt(state, table, settings, now() - state.posOffsetMs);
    const { courses, firstCourseAt, parties } = then;
    const shown = { ...table.view, courses, firstCourseAt, parties, changesAt: view.changesAt };
    const isDue = JSON.stringify(shown) !== JSON.stringify(view);
    state.tables.set(key, { ...table, view: isDue ? { ...shown, changesAt: 0 } : view });
  }
}

/** A table as it is at `at` (POS time), computed from its orders alone. */
function viewAt(state: BranchState, table: LiveTable, settings: Settings, at: number): TableView {
  const staged = stageBranch(state);
  recomputeTable(staged, table, table.newsAt, settings, at);
  return staged.table(tableKey(table))?.view ?? table.view;
}
