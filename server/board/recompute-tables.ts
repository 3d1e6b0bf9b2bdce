import { tableKey } from '../../domain/order-table';
import { HOUR_MS } from '../../lib/time-units';
import { int } from '../sql/int';
import { TABLES_BY_NUMBER } from '../sql/load-statements';
import type { Statements } from '../sql/statements';
import type { LiveTable } from './branch-state';
import { loadNeighbours, type Place, type PlaceWithNews, type TableRow, tableOfRow } from './load-tables';
import type { OrderPlan } from './plan-order';
import { branchNow, recomputePresumed, recomputeTable } from './recompute';
import type { StagedBranch } from './staged-branch';
import type { BoardDeps, Stages } from './stages';
import { correctNews } from './table-news';

/**
 * Orders that are older than the newest fact of a table by more than this cannot affect its status, because tickets
 * close and tables turn over.
 */
const IRRELEVANT_AFTER_MS = 72 * HOUR_MS;

/** Recomputes every table that the planned orders are or were at. */
export async function recomputeAffectedTables(
  sql: Statements,
  plans: readonly OrderPlan[],
  stages: Stages,
  deps: BoardDeps,
): Promise<void> {
  await loadAffectedTables(sql, plans, stages);
  await correctNews(sql, plans, stages, deps);
  const affected = plans.map((plan) => {
    const staged = stages.of(plan.order.branch);
    return { plan, staged, places: affectedTables(plan, staged, deps) };
  });
  const needed = affected.flatMap(({ plan, staged, places }) =>
    places.flatMap(({ table, place }) => {
      const from = newsFrom(plan, place, staged);
      // Orders older than `since` that were evicted from memory cannot affect the status, unless the order that they
      // left to is no longer there.
      const isNeeded = table && (table.view.since === null || from < table.view.since || hasLeft(plan, place, staged));
      return isNeeded ? [{ staged, place, from }] : [];
    }),
  );
  await loadNeighbours(sql, needed, deps.settings);
  for (const [staged, places] of newestOf(affected)) {
    const now = branchNow(staged, deps.now());
    for (const [key, place] of places) {
      recomputePresumed(staged, key, deps.settings, now);
      recomputeTable(staged, place, place.newsAt, deps.settings, now);
    }
  }
}

/** Merges the tables that several orders affect, each with the newest fact of all of them. */
function newestOf(affected: readonly { staged: StagedBranch; places: readonly AffectedTable[] }[]) {
  const found = new Map<StagedBranch, Map<string, PlaceWithNews>>();
  for (const { staged, places } of affected) {
    const ofBranch = found.get(staged) ?? new Map<string, PlaceWithNews>();
    found.set(staged, ofBranch);
    for (const { place } of places) {
      const known = ofBranch.get(tableKey(place));
      if (!known || known.newsAt < place.newsAt) ofBranch.set(tableKey(place), place);
    }
  }
  return found;
}

type AffectedTable = { table: LiveTable | undefined; place: PlaceWithNews };

/** The tables that a plan affects, including those that the order was never at, as its new facts show. */
function affectedTables(plan: OrderPlan, staged: StagedBranch, { now }: BoardDeps): AffectedTable[] {
  const places = plan.folded?.tablesConcerned ?? new Map<string, PlaceWithNews>();
  const found: AffectedTable[] = [];
  for (const [key, place] of places) found.push({ table: staged.tables.get(key), place });
  for (const [key, place] of plan.affectedBefore) {
    const table = places.has(key) ? undefined : staged.tables.get(key);
    if (table) found.push({ table, place: { ...place, newsAt: table.newsAt } });
  }
  // At most now: otherwise an event from a wrong year would make all later facts look old.
  const newest = (table: LiveTable) => Math.min(table.newsAt, branchNow(staged, now()));
  return found.filter(({ table, place }) => !table || newest(table) - IRRELEVANT_AFTER_MS <= place.newsAt);
}

async function loadAffectedTables(sql: Statements, plans: readonly OrderPlan[], stages: Stages): Promise<void> {
  const missing: [branch: number, number: string, subNumber: string][] = [];
  for (const { order, folded, affectedBefore } of plans) {
    const staged = stages.of(order.branch);
    for (const [key, { number, subNumber }] of [...(folded?.tablesConcerned ?? []), ...affectedBefore])
      if (!staged.tables.get(key)) missing.push([order.branch, number, subNumber]);
  }
  if (missing.length === 0) return;
  const rows = await sql.$queryRawUnsafe<TableRow[]>(TABLES_BY_NUMBER, JSON.stringify(missing));
  for (const row of rows) stages.of(int(row.branch)).tables.addStored(tableOfRow(row));
}

function hasLeft({ order }: OrderPlan, place: Place, staged: StagedBranch): boolean {
  const before = staged.before.orders.get(order.key)?.table;
  const wasHere = before && tableKey(before) === tableKey(place);
  return wasHere === true && (!order.table || tableKey(order.table) !== tableKey(place));
}

/** The earliest fact of a plan for a table. All facts of an order count when it moves to a table. */
function newsFrom(plan: OrderPlan, place: Place, staged: StagedBranch): number {
  const before = staged.before.orders.get(plan.order.key)?.table;
  const wasHere = before && tableKey(before) === tableKey(place);
  const news = wasHere ? [...plan.inserted, ...plan.updated] : (plan.order.facts ?? []);
  return Math.min(...news.map(({ fact }) => fact.at));
}
