import type { TableStatus } from '../../contract/live';
import type { Instant } from '../../domain/fact';
import type { Gap } from '../../domain/gap';
import { SET_BACK_MS } from '../../domain/heartbeat';
import { tableKey } from '../../domain/order-table';
import { type EarlyReceipt, isEarly, keepEarly, posOffset } from '../../domain/pos-offset';
import type { Settings } from '../../domain/settings';
import type { TableView } from '../../domain/table';
import { groupBy } from '../../lib/collections';
import { DAY_MS } from '../../lib/time';
import { type BranchRow, type GapRow, gapOfRow } from '../sql/branches';
import {
  EARLY_RECEIPTS,
  LEAST_BY_MINUTE,
  NEWEST_GAPS,
  ORDERS_OF_DAYS,
  ORDERS_ON_TABLES,
  TABLES_BY_NUMBER,
  TABLES_SINCE,
} from '../sql/load-statements';
import { type Int, int, type Statements } from '../sql/statements';
import type { TableRow } from '../sql/write-statements';
import {
  type BranchNews,
  type BranchState,
  dayToKeep,
  emptyBranch,
  forgetOrder,
  isKept,
  isTaken,
  type LiveTable,
  longestStayMs,
  recordLeast,
  replaceOrder,
  TABLE_STAYS_MS,
} from './branch-state';
import { loadOrders } from './load-orders';
import { recomputeTable } from './recompute';
import { StagedBranch } from './staged-branch';
import type { BoardDeps } from './stages';

export type LoadDeps = Pick<BoardDeps, 'settings' | 'now'>;

/** What is read together takes memory. */
const BRANCHES_AT_ONCE = 50;

/** Loads branches: the orders of their business day, recently changed tables, and the POS offset. */
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
  const since = states.map(({ row, posOffsetMs }) => [row.number, deps.now() - posOffsetMs - TABLE_STAYS_MS]);
  const tableRows = await sql.$queryRawUnsafe<TableRow[]>(TABLES_SINCE, JSON.stringify(since));
  const tablesOf = groupBy(tableRows, ({ branch }) => int(branch));
  for (const { row, tables } of states)
    for (const table of tablesOf.get(row.number) ?? []) tables.set(tableKey(table), tableOfRow(table));
  await keepDays(
    sql,
    states.map((state) => ({ state, row: state.row, now: deps.now() - state.posOffsetMs })),
    deps.settings,
  );
  for (const state of states) {
    const lastHeard = state.row.lastDeliveryAt ?? deps.now();
    for (const [key, table] of state.tables)
      computeCourses(state, key, Math.max(lastHeard - state.posOffsetMs, table.view.since ?? 0), deps);
  }
  return states;
}

/** A branch in memory, its row as it is or will be, and its now (POS time). */
type DayOf = { state: BranchState; row: BranchRow; now: Instant };

/** No course that matters was closed later than this after now. With a clock that is years behind, all of history would be. */
const AHEAD_MS = 2 * DAY_MS;

/**
 * Loads the business day of branches and the orders of taken tables, as far as they are not in memory: at the start, and
 * where now is in an earlier day than before.
 */
export async function keepDays(sql: Statements, days: readonly DayOf[], settings: Settings): Promise<void> {
  const missing = days
    .map((day) => ({ ...day, from: dayToKeep(day.row, settings, day.now) }))
    .filter(({ state, from }) => from < state.keptFrom);
  if (missing.length === 0) return;
  const numbers = missing.map(({ row }) => row.number);
  const spans = missing.map(({ row, now, from }) => [row.number, from, now + AHEAD_MS]);
  const rows = await sql.$queryRawUnsafe<OrderAt[]>(ORDERS_OF_DAYS, JSON.stringify(numbers), JSON.stringify(spans));
  const taken = missing.flatMap(({ state, row, now, from }) =>
    [...state.tables.values()].flatMap((table) => {
      const since = table.view.since ?? table.newsAt;
      // Also while the clock is behind.
      return isTaken(table) && (since <= from || since > now) ? { branch: row.number, place: table, from: since } : [];
    }),
  );
  const stateOf = new Map(missing.map(({ state }) => [state.row.number, state]));
  const absent = [...rows, ...(await ordersOnTables(sql, taken, settings))].flatMap(({ branch, orderKey }) =>
    stateOf.get(int(branch))?.orders.has(int(orderKey)) ? [] : int(orderKey),
  );
  for (const order of await loadOrders(sql, [...new Set(absent)])) {
    const state = stateOf.get(order.branch);
    if (state) replaceOrder(state, order);
  }
  for (const { state, from } of missing) state.keptFrom = from;
}

/** The key of a stored order, and its branch. */
type OrderAt = Record<'branch' | 'orderKey', Int>;

/** The orders that were at tables at an instant or later. */
function ordersOnTables(
  sql: Statements,
  places: readonly { branch: number; place: Place; from: Instant }[],
  settings: Settings,
): Promise<OrderAt[]> {
  const rows = places.map(({ branch, place, from }) => [
    ...[branch, place.number, place.subNumber],
    from - longestStayMs(branch, settings),
  ]);
  return rows.length === 0 ? Promise.resolve([]) : sql.$queryRawUnsafe(ORDERS_ON_TABLES, JSON.stringify(rows));
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
  const earlyOf = await loadEarlyReceipts(
    sql,
    behind.map(({ state }) => state),
    deps,
  );
  const read = behind.map(({ state, row, news }) => {
    const leastByMinute = new Map(state.leastByMinute);
    for (const [minute, least] of news.receipts) recordLeast(leastByMinute, minute, least);
    const earlyReceipts = isEarly(leastByMinute) ? earlyOf(row.number) : [];
    const clock = { leastByMinute, earlyReceipts, posOffsetMs: posOffset(leastByMinute, earlyReceipts) };
    return { state, row, news, clock, tables: (tablesOf.get(row.number) ?? []).map(tableOfRow) };
  });
  await keepDays(
    sql,
    read.map(({ state, row, clock }) => ({ state, row, now: deps.now() - clock.posOffsetMs })),
    deps.settings,
  );
  // When everything is read, so that memory does not change if that fails.
  for (const { state, row, news, clock, tables } of read) {
    Object.assign(state, clock, { row });
    for (const table of tables) state.tables.set(tableKey(table), table);
    for (const order of ordersOf.get(row.number) ?? [])
      if (isKept(state, order)) replaceOrder(state, order);
      else forgetOrder(state, order);
    if (news.deliveredIn) state.deliveredIn = news.deliveredIn;
    if (news.hasGaps) state.gaps = gapsOf(row.number);
    for (const table of tables) computeCourses(state, tableKey(table), news.at - clock.posOffsetMs, deps);
  }
}

export type Place = { number: string; subNumber: string };

/** A table, and from when on its orders are needed (POS time). */
type TableSince = { staged: StagedBranch; place: Place; from: Instant };

/**
 * Loads the orders that were at tables at `from` or later, where that is before the business day in memory, for this
 * transaction.
 */
export async function loadEarlierOrders(
  sql: Statements,
  places: readonly TableSince[],
  settings: Settings,
): Promise<void> {
  const earlier = places.filter(({ staged, from }) => from <= staged.before.keptFrom);
  if (earlier.length === 0) return;
  const rows = await ordersOnTables(
    sql,
    earlier.map(({ staged, place, from }) => ({ branch: staged.number, place, from })),
    settings,
  );
  const stagedOf = new Map(earlier.map(({ staged }) => [staged.number, staged]));
  const absent = rows.flatMap(({ branch, orderKey }) =>
    stagedOf.get(int(branch))?.orders.get(int(orderKey)) ? [] : int(orderKey),
  );
  for (const order of await loadOrders(sql, absent)) stagedOf.get(order.branch)?.orders.addStored(order);
}

/**
 * A stored table. Its courses and the start of the first one are not stored: `recomputeTable` computes them from the
 * orders in memory.
 */
export function tableOfRow(row: TableRow): LiveTable {
  return {
    number: row.number,
    subNumber: row.subNumber,
    newsAt: int(row.newsAt),
    version: int(row.version),
    view: {
      status: row.status as TableStatus,
      since: int(row.since),
      name: row.name,
      guests: int(row.guests),
      courses: [],
      firstCourseAt: null,
      lastFoodAt: int(row.lastFoodAt),
      parties: [],
      changesAt: null,
    },
  };
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
