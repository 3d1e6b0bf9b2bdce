import type { TableStatus } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings-in-force';
import { type Int, int } from '../sql/int';
import { ORDERS_ON_TABLES } from '../sql/load-statements';
import type { Statements } from '../sql/statements';
import type { LiveTable } from './branch-state';
import { loadOrders } from './load-orders';
import type { StagedBranch } from './staged-branch';

/** Turn-over and closing times cannot differ between courses, so any number gives the values of the branch. */
export const NO_COURSE = 0;

export type TableRow = {
  branch: Int;
  number: string;
  subNumber: string;
  name: string | null;
  guests: Int | null;
  status: TableStatus;
  since: Int | null;
  lastFoodAt: Int | null;
  newsAt: Int;
  version: Int;
};

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
    loadedFrom: null,
    view: {
      status: row.status,
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

export type Place = { number: string; subNumber: string };
export type PlaceWithNews = Place & { newsAt: number };

/** A table, and from when on its orders are needed (POS time). */
export type Neighbourhood = { staged: StagedBranch; place: Place; from: number };

/**
 * Loads the orders that were on tables at `from` or later, unless they are in memory; however many tables there are, with
 * as many statements. They stay in memory until `evictOld`, so that a series of late deliveries does not load them again
 * and again.
 */
export async function loadNeighbours(
  sql: Statements,
  places: readonly Neighbourhood[],
  settings: Settings,
): Promise<void> {
  const missing = places.flatMap(({ staged, place, from }) => {
    const { turnOverMs, autoCloseMs } = settings.limitsOf(staged.number, NO_COURSE);
    // The longest time after its last fact that an order can stay on its table: until it is closed, and then turns over.
    const since = from - (turnOverMs + autoCloseMs);
    const loadedFrom = staged.tables.get(tableKey(place))?.loadedFrom ?? null;
    return loadedFrom !== null && loadedFrom <= since ? [] : [{ staged, place, since }];
  });
  if (missing.length === 0) return;
  const rows = await sql.$queryRawUnsafe<OrderAt[]>(
    ORDERS_ON_TABLES,
    JSON.stringify(missing.map(({ staged, place, since }) => [staged.number, place.number, place.subNumber, since])),
  );
  await addAbsentOrders(sql, rows, missing);
  for (const { staged, place, since } of missing) {
    const table = staged.tables.get(tableKey(place));
    if (table) staged.tables.addStored({ ...table, loadedFrom: Math.min(table.loadedFrom ?? since, since) });
  }
}

/** The key of a stored order, and its branch. */
export type OrderAt = Record<'branch' | 'orderKey', Int>;

/** Loads stored orders of these branches, unless they are in memory. */
export async function addAbsentOrders(
  sql: Statements,
  stored: readonly OrderAt[],
  branches: readonly { staged: StagedBranch }[],
): Promise<void> {
  const stagedOf = new Map(branches.map(({ staged }) => [staged.number, staged]));
  const absent = stored.flatMap(({ branch, orderKey }) =>
    stagedOf.get(int(branch))?.orders.get(int(orderKey)) ? [] : int(orderKey),
  );
  for (const order of await loadOrders(sql, absent)) stagedOf.get(order.branch)?.orders.addStored(order);
}
