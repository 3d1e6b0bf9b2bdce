import type { TableStatus } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings-in-force';
import { ORDERS_ON_TABLE } from '../sql/load-statements';
import type { Statements } from '../sql/statements';
import { int } from '../sql/ticket-row';
import type { LiveTable } from './branch-state';
import { loadOrders } from './load-orders';
import type { StagedBranch } from './staged-branch';

/** Turn-over and closing times cannot differ between courses, so any number gives the values of the branch. */
const NO_COURSE = 0;

export type TableRow = {
  branch: number | bigint;
  number: string;
  subNumber: string;
  name: string | null;
  guests: number | bigint | null;
  status: TableStatus;
  since: number | bigint | null;
  lastFoodAt: number | bigint | null;
  newsAt: number | bigint;
  version: number | bigint;
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

/**
 * Loads the orders that were on a table at `from` or later, unless they are in memory. They stay in memory until
 * `evictOld`, so that a series of late deliveries does not load them again and again.
 */
export async function loadNeighbours(
  sql: Statements,
  staged: StagedBranch,
  place: Place,
  from: number,
  settings: Settings,
): Promise<void> {
  const { turnOverMs, autoCloseMs } = settings.limitsOf(staged.number, NO_COURSE);
  // The longest time after its last fact that an order can stay on its table: until it is closed, and then turns over.
  const since = from - (turnOverMs + autoCloseMs);
  const table = staged.tables.get(tableKey(place));
  if (table && table.loadedFrom !== null && table.loadedFrom <= since) return;
  const rows = await sql.$queryRawUnsafe<{ orderKey: number | bigint }[]>(
    ORDERS_ON_TABLE,
    staged.number,
    place.number,
    place.subNumber,
    since,
  );
  const absent = rows.map((row) => int(row.orderKey)).filter((key) => !staged.orders.get(key));
  for (const order of await loadOrders(sql, absent)) staged.orders.addStored(order);
  if (table) staged.tables.addStored({ ...table, loadedFrom: since });
}
