import { tableKey } from '../../domain/order-table';
import { posOffset } from '../../domain/pos-offset';
import type { Settings } from '../../domain/settings-in-force';
import type { TableView } from '../../domain/table';
import { groupBy } from '../../lib/group';
import { type GapRow, gapOfRow } from '../sql/gap-row';
import { LEAST_BY_MINUTE, LIVE_ORDERS, NEWEST_GAPS, TABLES_BY_NUMBER, TABLES_SINCE } from '../sql/load-statements';
import type { Statements } from '../sql/statements';
import { int } from '../sql/ticket-row';
import {
  type BranchNews,
  type BranchRow,
  type BranchState,
  CLOSED_STAYS_MS,
  emptyBranch,
  type LiveOrder,
  type LiveTable,
  recordReceipt,
  TABLE_STAYS_MS,
} from './branch-state';
import { loadOrders } from './load-orders';
import { loadNeighbours, type TableRow, tableOfRow } from './load-tables';
import { recomputeTable } from './recompute';
import { StagedBranch } from './staged-branch';
import type { BoardDeps } from './stages';

export type LoadDeps = Pick<BoardDeps, 'settings' | 'now'>;

/** A row of the table Branch as the database returns it. */
export type StoredBranch = Record<
  'number' | 'cutOffMinute' | 'version' | 'revision' | 'votesSeconds' | 'votesMinutes' | 'votesMilliseconds',
  number | bigint
> & {
  name: string | null;
  timeZone: string;
  epoch: string;
  lastDeliveryAt: number | bigint | null;
  provisionalSince: number | bigint | null;
};

export function branchOfRow(row: StoredBranch): BranchRow {
  return {
    number: int(row.number),
    name: row.name,
    timeZone: row.timeZone,
    cutOffMinute: int(row.cutOffMinute),
    version: int(row.version),
    revision: int(row.revision),
    epoch: row.epoch,
    lastDeliveryAt: int(row.lastDeliveryAt),
    provisionalSince: int(row.provisionalSince),
    votes: { seconds: int(row.votesSeconds), minutes: int(row.votesMinutes), milliseconds: int(row.votesMilliseconds) },
  };
}

/** Loads a branch: open and recently closed tickets, recently changed tables, and the POS offset. */
export async function loadBranch(sql: Statements, row: BranchRow, deps: LoadDeps): Promise<BranchState> {
  const state = emptyBranch(row);
  const receipts = await sql.$queryRawUnsafe<{ minute: number | bigint; least: number | bigint }[]>(
    LEAST_BY_MINUTE,
    row.number,
  );
  for (const { minute, least } of receipts) state.leastByMinute.set(int(minute), int(least));
  state.posOffsetMs = posOffset(state.leastByMinute);
  state.gaps = await loadGaps(sql, row.number);
  const now = deps.now() - state.posOffsetMs;

  // Staged as known, because loaded orders are not changes.
  const staged = new StagedBranch(state);
  const tables = (await sql.$queryRawUnsafe<TableRow[]>(TABLES_SINCE, row.number, now - TABLE_STAYS_MS)).map(
    tableOfRow,
  );
  const live = await sql.$queryRawUnsafe<{ orderKey: number | bigint }[]>(
    LIVE_ORDERS,
    row.number,
    row.number,
    now - CLOSED_STAYS_MS,
  );
  const orders = live.map(({ orderKey }) => int(orderKey));
  await addStored(sql, staged, { tables, orders: await loadOrders(sql, orders) }, deps);
  Object.assign(staged.row, row);
  staged.apply();
  const lastHeard = row.lastDeliveryAt ?? deps.now();
  for (const [key, table] of state.tables)
    computeCourses(state, key, Math.max(lastHeard - state.posOffsetMs, table.view.since ?? 0), deps);
  return state;
}

/** A branch in memory, its stored row, and what changed between the two. */
export type Behind = { state: BranchState; row: BranchRow; news: BranchNews };

/**
 * Brings branches in memory to their rows, by what other nodes changed. However many there are, it takes as many
 * statements, because meanwhile a projection has them locked.
 */
export async function catchUp(sql: Statements, behind: readonly Behind[], deps: LoadDeps): Promise<void> {
  const names = behind.flatMap(({ row, news }) =>
    news.tables.map(([number, subNumber]) => [row.number, number, subNumber]),
  );
  const tableRows =
    names.length > 0 ? await sql.$queryRawUnsafe<TableRow[]>(TABLES_BY_NUMBER, JSON.stringify(names)) : [];
  const tablesOf = groupBy(tableRows, ({ branch }) => int(branch));
  const orders = await loadOrders(
    sql,
    behind.flatMap(({ news }) => news.orders),
  );
  const ordersOf = groupBy(orders, ({ branch }) => branch);
  const read: (Behind & { staged: StagedBranch; tables: LiveTable[]; gaps: BranchState['gaps'] })[] = [];
  for (const one of behind) {
    const { state, row, news } = one;
    const staged = new StagedBranch(state);
    const tables = (tablesOf.get(row.number) ?? []).map(tableOfRow).map((table) => ({
      ...table,
      loadedFrom: state.tables.get(tableKey(table))?.loadedFrom ?? null,
    }));
    const gaps = news.hasGaps ? await loadGaps(sql, row.number) : state.gaps;
    await addStored(sql, staged, { tables, orders: ordersOf.get(row.number) ?? [] }, deps);
    read.push({ ...one, staged, tables, gaps });
  }
  // When everything is read, so that memory does not change if that fails.
  for (const { state, row, news, staged, tables, gaps } of read) {
    Object.assign(staged.row, row);
    staged.apply();
    state.gaps = gaps;
    for (const [minute, least] of news.receipts)
      recordReceipt(state.leastByMinute, minute * MINUTE, minute * MINUTE - least);
    state.posOffsetMs = posOffset(state.leastByMinute);
    for (const table of tables) computeCourses(state, tableKey(table), news.at - state.posOffsetMs, deps);
  }
}

const MINUTE = 60_000;

async function loadGaps(sql: Statements, branch: number) {
  return (await sql.$queryRawUnsafe<GapRow[]>(NEWEST_GAPS, branch)).map(gapOfRow).toReversed();
}

/** Stages stored tables and orders, and the other orders that can affect these tables. */
async function addStored(
  sql: Statements,
  staged: StagedBranch,
  { tables, orders }: { tables: readonly LiveTable[]; orders: readonly LiveOrder[] },
  { settings }: LoadDeps,
): Promise<void> {
  for (const table of tables) staged.tables.addStored(table);
  for (const order of orders) staged.orders.addStored(order);
  for (const table of tables) {
    const isLive = table.view.status !== 'TABLE-STATUS-OPEN' || staged.orders.at(tableKey(table)).length > 0;
    if (isLive) await loadNeighbours(sql, staged, table, table.view.since ?? table.newsAt, settings);
  }
}

/**
 * Computes the parts of a table that are not stored: its courses and the start of the first one, as of `announcedAt` (POS
 * time). Changes by time since then are marked as due, so that the next check commits them.
 */
function computeCourses(state: BranchState, key: string, announcedAt: number, { settings, now }: LoadDeps): void {
  const table = state.tables.get(key);
  if (!table || !state.ordersOn.has(key)) return;
  const then = viewAt(state, table, settings, announcedAt);
  const view = viewAt(state, table, settings, now() - state.posOffsetMs);
  const { courses, firstCourseAt, parties } = then;
  const shown = { ...table.view, courses, firstCourseAt, parties, changesAt: view.changesAt };
  const isDue = JSON.stringify(shown) !== JSON.stringify(view);
  state.tables.set(key, { ...table, view: isDue ? { ...shown, changesAt: 0 } : view });
}

/** A table as it is at `at` (POS time), computed from its orders alone. */
function viewAt(state: BranchState, table: LiveTable, settings: Settings, at: number): TableView {
  const staged = new StagedBranch(state);
  recomputeTable(staged, table, table.newsAt, settings, at);
  return staged.tables.get(tableKey(table))?.view ?? table.view;
}
