import type { Gap } from '../../domain/gap';
import { tableKey } from '../../domain/order-table';
import { type EarlyReceipt, isEarly, keepEarly, posOffset } from '../../domain/pos-offset';
import { SET_BACK_MS } from '../../domain/set-back';
import type { Settings } from '../../domain/settings-in-force';
import type { TableView } from '../../domain/table';
import { groupBy } from '../../lib/group';
import type { BranchRow } from '../sql/branch-row';
import { type GapRow, gapOfRow } from '../sql/gap-row';
import { type Int, int } from '../sql/int';
import {
  EARLY_RECEIPTS,
  LEAST_BY_MINUTE,
  LIVE_ORDERS,
  NEWEST_GAPS,
  TABLES_BY_NUMBER,
  TABLES_SINCE,
} from '../sql/load-statements';
import type { Statements } from '../sql/statements';
import {
  type BranchNews,
  type BranchState,
  CLOSED_STAYS_MS,
  emptyBranch,
  type LiveOrder,
  type LiveTable,
  recordLeast,
  TABLE_STAYS_MS,
} from './branch-state';
import { loadOrders } from './load-orders';
import { loadNeighbours, type TableRow, tableOfRow } from './load-tables';
import { recomputeTable } from './recompute';
import { StagedBranch } from './staged-branch';
import type { BoardDeps } from './stages';

export type LoadDeps = Pick<BoardDeps, 'settings' | 'now'>;

/** What is read together takes memory. */
const BRANCHES_AT_ONCE = 50;

/** Loads branches: open and recently closed tickets, recently changed tables, and the POS offset. */
export async function loadBranches(
  sql: Statements,
  rows: readonly BranchRow[],
  deps: LoadDeps,
): Promise<BranchState[]> {
  const states: BranchState[] = [];
  for (let from = 0; from < rows.length; from += BRANCHES_AT_ONCE)
    states.push(...(await loadSome(sql, rows.slice(from, from + BRANCHES_AT_ONCE), deps)));
  return states;
}

type Receipt = Record<'branch' | 'minute' | 'least', Int>;

async function loadSome(sql: Statements, rows: readonly BranchRow[], deps: LoadDeps): Promise<BranchState[]> {
  const states = rows.map(emptyBranch);
  const numbers = rows.map(({ number }) => number);
  const receiptsOf = groupBy(
    // F23: what was received by a clock that was ahead does not count.
    await sql.$queryRawUnsafe<Receipt[]>(
      LEAST_BY_MINUTE,
      JSON.stringify(numbers.map((number) => [number, deps.now() + SET_BACK_MS])),
    ),
    ({ branch }) => int(branch),
  );
  for (const { row, leastByMinute } of states)
    for (const { minute, least } of receiptsOf.get(row.number) ?? []) leastByMinute.set(int(minute), int(least));
  const earlyOf = await loadEarlyReceipts(sql, states, deps);
  const gapsOf = await loadGaps(sql, numbers);
  for (const state of states) {
    const { number } = state.row;
    state.earlyReceipts = earlyOf(number);
    state.posOffsetMs = posOffset(state.leastByMinute, state.earlyReceipts);
    state.gaps = gapsOf(number);
  }
  const since = (ms: number) =>
    JSON.stringify(states.map(({ row, posOffsetMs }) => [row.number, deps.now() - posOffsetMs - ms]));
  const tableRows = await sql.$queryRawUnsafe<TableRow[]>(TABLES_SINCE, since(TABLE_STAYS_MS));
  const tablesOf = groupBy(tableRows, ({ branch }) => int(branch));
  const closedSince = since(CLOSED_STAYS_MS);
  const live = await sql.$queryRawUnsafe<{ orderKey: Int }[]>(LIVE_ORDERS, closedSince, closedSince);
  const orders = await loadOrders(
    sql,
    live.map(({ orderKey }) => int(orderKey)),
  );
  const ordersOf = groupBy(orders, ({ branch }) => branch);
  const read = states.map((state) => ({
    state,
    // Staged as known, because loaded orders are not changes.
    staged: new StagedBranch(state),
    tables: (tablesOf.get(state.row.number) ?? []).map(tableOfRow),
    orders: ordersOf.get(state.row.number) ?? [],
  }));
  await addStored(sql, read, deps);
  for (const [index, { state, staged }] of read.entries()) {
    Object.assign(staged.row, rows[index]);
    staged.apply();
    const lastHeard = state.row.lastDeliveryAt ?? deps.now();
    for (const [key, table] of state.tables)
      computeCourses(state, key, Math.max(lastHeard - state.posOffsetMs, table.view.since ?? 0), deps);
  }
  return states;
}

/** A branch in memory, its stored row, and what changed between the two. */
export type Behind = { state: BranchState; row: BranchRow; news: BranchNews };

/**
 * Applies to branches in memory what other nodes changed. The number of statements does not depend on the number of
 * branches, because a projection has them locked meanwhile.
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
  const gapsOf = await loadGaps(
    sql,
    behind.flatMap(({ row, news }) => (news.hasGaps ? row.number : [])),
  );
  const read = behind.map((one) => ({
    ...one,
    staged: new StagedBranch(one.state),
    tables: (tablesOf.get(one.row.number) ?? []).map(tableOfRow).map((table) => ({
      ...table,
      loadedFrom: one.state.tables.get(tableKey(table))?.loadedFrom ?? null,
    })),
    orders: ordersOf.get(one.row.number) ?? [],
  }));
  const earlyOf = await loadEarlyReceipts(
    sql,
    behind.map(({ state }) => state),
    deps,
  );
  await addStored(sql, read, deps);
  // When everything is read, so that memory does not change if that fails.
  for (const { state, row, news, staged, tables } of read) {
    Object.assign(staged.row, row);
    staged.apply();
    if (news.deliveredIn) state.deliveredIn = news.deliveredIn;
    if (news.hasGaps) state.gaps = gapsOf(row.number);
    for (const [minute, least] of news.receipts) recordLeast(state.leastByMinute, minute, least);
    state.earlyReceipts = isEarly(state.leastByMinute) ? earlyOf(row.number) : [];
    state.posOffsetMs = posOffset(state.leastByMinute, state.earlyReceipts);
    for (const table of tables) computeCourses(state, tableKey(table), news.at - state.posOffsetMs, deps);
  }
}

type EarlyRow = { branch: Int; workplace: Int | null; minute: Int; behind: Int };

/** Returns the receipts of a branch that F23b needs; none once deliveries came in enough minutes. */
export async function loadEarlyReceipts(
  sql: Pick<Statements, '$queryRawUnsafe'>,
  states: readonly Pick<BranchState, 'row' | 'leastByMinute'>[],
  { now }: Pick<LoadDeps, 'now'>,
): Promise<(branch: number) => readonly EarlyReceipt[]> {
  const early = states.flatMap(({ row, leastByMinute }) => (isEarly(leastByMinute) ? row.number : []));
  if (early.length === 0) return () => [];
  const before = now() + SET_BACK_MS;
  const rows = await sql.$queryRawUnsafe<EarlyRow[]>(EARLY_RECEIPTS, JSON.stringify(early), before);
  const rowsOf = groupBy(rows, ({ branch }) => int(branch));
  return (branch) =>
    (rowsOf.get(branch) ?? []).reduce<readonly EarlyReceipt[]>(
      (kept, { minute, workplace, behind }) =>
        keepEarly(kept, { minute: int(minute), workplace: int(workplace), behind: int(behind) }),
      [],
    );
}

/** Returns the newest gaps of a branch, oldest first. */
async function loadGaps(sql: Statements, branches: readonly number[]): Promise<(branch: number) => Gap[]> {
  if (branches.length === 0) return () => [];
  const rows = await sql.$queryRawUnsafe<(GapRow & { branch: Int })[]>(NEWEST_GAPS, JSON.stringify(branches));
  const rowsOf = groupBy(rows, ({ branch }) => int(branch));
  return (branch) => (rowsOf.get(branch) ?? []).map(gapOfRow);
}

/** What was read of a branch. */
type Read = { staged: StagedBranch; tables: readonly LiveTable[]; orders: readonly LiveOrder[] };

/** Stages stored tables and orders, and the other orders that can affect these tables. */
async function addStored(sql: Statements, read: readonly Read[], { settings }: LoadDeps): Promise<void> {
  const neighbourhoods = read.flatMap(({ staged, tables, orders }) => {
    for (const table of tables) staged.tables.addStored(table);
    for (const order of orders) staged.orders.addStored(order);
    const live = tables.filter(
      (table) => table.view.status !== 'TABLE-STATUS-OPEN' || staged.orders.at(tableKey(table)).length > 0,
    );
    return live.map((table) => ({ staged, place: table, from: table.view.since ?? table.newsAt }));
  });
  await loadNeighbours(sql, neighbourhoods, settings);
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
