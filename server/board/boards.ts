import { tableKey } from '../../domain/order-table';
import { posOffset } from '../../domain/pos-offset';
import { BRANCHES, LIVE_ORDERS, NEWEST_RECEIPTS, ORDERS_ON_TABLE, TABLES_SINCE } from '../sql/load-statements';
import { int } from '../sql/ticket-row';
import type { Sql } from '../storage/database';
import {
  type BranchRow,
  type BranchState,
  CLOSED_STAYS_MS,
  emptyBranch,
  noteReceipt,
  TABLE_STAYS_MS,
} from './branch-state';
import { loadOrders } from './load-orders';
import { settleTable } from './settle';
import { type TableRow, tableOfRow } from './settle-tables';
import { type BranchChange, type StagedBranch, stageBranch } from './staged-branch';
import type { BoardDeps, Stages } from './write-deliveries';

export type Boards = {
  branch: (number: number) => BranchState | undefined;
  branches: () => BranchState[];
  /** Begins a transaction's view of the branches; one that is not known yet is made by being asked for. */
  stage: () => Stages;
  /** Moves memory to what a transaction left, after its commit, and tells the listeners. */
  apply: (stages: Stages) => void;
  /** Calls back after every commit that changed what the screens of a branch see. Returns the way to stop it. */
  onChange: (listener: (change: BranchChange) => void) => () => void;
};

export type BoardsDeps = BoardDeps & { defaultTimeZone: string };

type StoredBranch = Record<
  'number' | 'cutOffMinute' | 'version' | 'votesSeconds' | 'votesMinutes' | 'votesMilliseconds',
  number | bigint
> & {
  name: string | null;
  timeZone: string;
  epoch: string;
  lastDeliveryAt: number | bigint | null;
};

/** Loads the board of every branch: what is open, what closed lately, the tables with news, the POS's clock. */
export async function loadBoards(sql: Sql, deps: BoardsDeps): Promise<Boards> {
  const states = new Map<number, BranchState>();
  const listeners = new Set<(change: BranchChange) => void>();
  for (const row of await sql.$queryRawUnsafe<StoredBranch[]>(BRANCHES)) {
    const state = await loadBranch(sql, branchOfRow(row), deps);
    states.set(state.row.number, state);
  }

  return {
    branch: (number) => states.get(number),
    branches: () => [...states.values()],
    stage() {
      const staged = new Map<number, StagedBranch>();
      return {
        of(number) {
          const known = staged.get(number);
          if (known) return known;
          const state = states.get(number) ?? emptyBranch(newBranch(number, deps));
          const fresh = stageBranch(state);
          staged.set(number, fresh);
          return fresh;
        },
        all: () => [...staged.values()],
      };
    },
    apply(stages) {
      for (const staged of stages.all()) {
        states.set(staged.number, staged.before);
        const change = staged.apply();
        if (change) for (const listener of listeners) listener(change);
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function newBranch(number: number, deps: BoardsDeps): BranchRow {
  return {
    number,
    name: null,
    timeZone: deps.defaultTimeZone,
    cutOffMinute: 4 * 60,
    version: 0,
    epoch: deps.newEpoch(),
    lastDeliveryAt: null,
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
    votes: { seconds: int(row.votesSeconds), minutes: int(row.votesMinutes), milliseconds: int(row.votesMilliseconds) },
  };
}

async function loadBranch(sql: Sql, row: BranchRow, deps: BoardsDeps): Promise<BranchState> {
  const state = emptyBranch(row);
  const receipts = await sql.$queryRawUnsafe<{ receivedAt: number | bigint; at: number | bigint }[]>(
    NEWEST_RECEIPTS,
    row.number,
  );
  for (const { receivedAt, at } of receipts.toReversed()) noteReceipt(state.leastByMinute, int(receivedAt), int(at));
  state.posOffsetMs = posOffset(state.leastByMinute);
  const now = deps.now() - state.posOffsetMs;

  // What is loaded is what was stored: staged as memory only, so that nothing of it counts as a change.
  const staged = stageBranch(state);
  const tables = (await sql.$queryRawUnsafe<TableRow[]>(TABLES_SINCE, row.number, now - TABLE_STAYS_MS)).map(
    tableOfRow,
  );
  for (const table of tables) staged.rememberTable(table);

  const live = await sql.$queryRawUnsafe<{ orderKey: number | bigint }[]>(
    LIVE_ORDERS,
    row.number,
    row.number,
    now - CLOSED_STAYS_MS,
  );
  const keys = new Set(live.map(({ orderKey }) => int(orderKey)));
  for (const table of tables) {
    if (table.view.status === 'TABLE-STATUS-OPEN') continue;
    // A table that is taken keeps the orders that made it so, however long ago they were served.
    const since = table.view.since ?? table.newsAt;
    const there = await sql.$queryRawUnsafe<{ orderKey: number | bigint }[]>(
      ORDERS_ON_TABLE,
      row.number,
      table.number,
      table.subNumber,
      since,
    );
    for (const { orderKey } of there) keys.add(int(orderKey));
  }
  for (const order of await loadOrders(sql, [...keys])) staged.rememberOrder(order);
  staged.apply();
  showCourses(state, deps);
  return state;
}

/** The courses on each table are not stored: they are read off the orders, with everything else as it was stored. */
function showCourses(state: BranchState, { settings, now }: BoardsDeps): void {
  for (const [key, table] of state.tables) {
    if (!state.ordersOn.has(key)) continue;
    const staged = stageBranch(state);
    settleTable(staged, table, table.newsAt, settings, now() - state.posOffsetMs);
    const view = staged.table(tableKey(table))?.view;
    // Due at once where time has changed it since: the next tick commits that.
    if (view)
      state.tables.set(key, {
        ...table,
        view: { ...table.view, courses: view.courses, changesAt: isDue(table, view) ? 0 : view.changesAt },
      });
  }
}

function isDue(
  stored: { view: { status: string; since: number | null } },
  seen: { status: string; since: number | null },
): boolean {
  return stored.view.status !== seen.status || stored.view.since !== seen.since;
}
