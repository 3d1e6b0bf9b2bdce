import { lastCutOff } from '../../domain/business-day';
import type { TableStatus } from '../../domain/live-contract';
import { tableKey } from '../../domain/order-table';
import { ORDERS_ON_TABLE, TABLES_BY_NUMBER } from '../sql/load-statements';
import { int } from '../sql/ticket-row';
import type { Sql } from '../storage/database';
import { calendarOf, type LiveTable } from './branch-state';
import { loadOrders } from './load-orders';
import type { OrderPlan } from './plan-order';
import { branchNow, settleTable } from './settle';
import type { StagedBranch } from './staged-branch';
import type { BoardDeps, Stages } from './write-deliveries';

/** Nothing so much older than a table's news can matter to its status: tickets close and tables turn over by then. */
const FORGOTTEN_MS = 72 * 3_600_000;

/** Looks again at every table that the planned orders are, or were, on. */
export async function settleConcernedTables(
  sql: Sql,
  plans: readonly OrderPlan[],
  stages: Stages,
  deps: BoardDeps,
): Promise<void> {
  await rememberTables(sql, plans, stages);
  for (const plan of plans) {
    if (!plan.folded) continue;
    const staged = stages.of(plan.order.branch);
    const firstAt = Math.min(...[...(plan.order.facts?.values() ?? [])].map(({ fact }) => fact.at));
    const wasInMemory = staged.before.orders.has(plan.order.key);
    for (const place of plan.folded.tablesConcerned.values()) {
      const table = staged.table(tableKey(place));
      if (table && table.newsAt - FORGOTTEN_MS > place.newsAt) continue;
      if (!wasInMemory && table && table.newsAt > firstAt) await rememberNeighbours(sql, staged, place, firstAt);
    }
  }
  for (const plan of plans) {
    const staged = stages.of(plan.order.branch);
    for (const place of plan.folded?.tablesConcerned.values() ?? []) {
      const table = staged.table(tableKey(place));
      if (table && table.newsAt - FORGOTTEN_MS > place.newsAt) continue;
      settleTable(staged, place, place.newsAt, deps.settings, branchNow(staged, deps.now()));
    }
  }
}

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

/** A table as it is stored; its courses are those of the orders in memory, which are looked at by `settleTable`. */
export function tableOfRow(row: TableRow): LiveTable {
  return {
    number: row.number,
    subNumber: row.subNumber,
    newsAt: int(row.newsAt),
    version: int(row.version),
    view: {
      status: row.status,
      since: int(row.since),
      name: row.name,
      guests: int(row.guests),
      courses: [],
      lastFoodAt: int(row.lastFoodAt),
      changesAt: null,
    },
  };
}

async function rememberTables(sql: Sql, plans: readonly OrderPlan[], stages: Stages): Promise<void> {
  const missing = plans.flatMap((plan) =>
    [...(plan.folded?.tablesConcerned.values() ?? [])]
      .filter((place) => !stages.of(plan.order.branch).table(tableKey(place)))
      .map((place) => [plan.order.branch, place.number, place.subNumber]),
  );
  if (missing.length === 0) return;
  const rows = await sql.$queryRawUnsafe<TableRow[]>(TABLES_BY_NUMBER, JSON.stringify(missing));
  for (const row of rows) stages.of(int(row.branch)).rememberTable(tableOfRow(row));
}

/** A late fact of an order that has left memory: the orders that were on its table with it, or after it, have to be back. */
async function rememberNeighbours(
  sql: Sql,
  staged: StagedBranch,
  place: { number: string; subNumber: string },
  firstAt: number,
): Promise<void> {
  const since = lastCutOff(firstAt, calendarOf(staged.row));
  const rows = await sql.$queryRawUnsafe<{ orderKey: number | bigint }[]>(
    ORDERS_ON_TABLE,
    staged.number,
    place.number,
    place.subNumber,
    since,
  );
  const absent = rows.map((row) => int(row.orderKey)).filter((key) => !staged.order(key));
  for (const order of await loadOrders(sql, absent)) staged.rememberOrder(order);
}
