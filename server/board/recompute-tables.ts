import type { Instant } from '../../domain/fact';
import { foldOrder } from '../../domain/fold';
import { isSameTable, tableKey } from '../../domain/order-table';
import { HOUR_MS } from '../../lib/time';
import { MOVED_ORDERS, TABLES_BY_NUMBER } from '../sql/load-statements';
import { type Int, int, type Statements } from '../sql/statements';
import type { TableRow } from '../sql/write-statements';
import { type LiveOrder, type LiveTable, MAX_VISIT_MS } from './branch-state';
import { loadEarlierOrders, type Place, tableOfRow } from './load-branch';
import { loadOrders, withFacts } from './load-orders';
import type { OrderPlan } from './plan-order';
import { branchNow, recomputePresumed, recomputeTable } from './recompute';
import type { StagedBranch } from './staged-branch';
import type { BoardDeps, Stages } from './stages';

type PlaceWithNews = Place & { newsAt: Instant };

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
  const stored = affected.flatMap(({ plan, staged, places }) =>
    places.flatMap(({ table, place }) => (table ? { staged, place, from: newsFrom(plan, place, staged) } : [])),
  );
  await loadEarlierOrders(sql, stored, deps.settings);
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

/** The earliest fact of a plan for a table: of all its facts if the order came to the table or left it, else of the new ones. */
function newsFrom({ order, inserted, updated }: OrderPlan, place: Place, staged: StagedBranch): Instant {
  const before = staged.before.orders.get(order.key);
  const isHere = ({ table }: LiveOrder) => table !== null && isSameTable(table, place);
  const stays = before !== undefined && isHere(before) && isHere(order) && before.seatedAt === order.seatedAt;
  const news = stays ? [...inserted, ...updated] : (order.facts ?? []);
  return Math.min(...news.map(({ fact }) => fact.at));
}

/**
 * F7: a late fact may show that an order left a table earlier than known, or was never there. If the table had its newest
 * fact from that order, the newest one is searched again, so that the result does not depend on the order of arrival. A
 * table without any fact is removed.
 */
async function correctNews(
  sql: Statements,
  plans: readonly OrderPlan[],
  stages: Stages,
  { settings, newEpoch }: BoardDeps,
): Promise<void> {
  const planned = new Set(plans.map(({ order }) => order.key));
  for (const plan of plans) {
    const staged = stages.of(plan.order.branch);
    for (const [key, before] of plan.affectedBefore) {
      const place = plan.folded?.tablesConcerned.get(key);
      const table = staged.tables.get(key);
      if (!table || table.newsAt !== before.newsAt || (place && place.newsAt >= before.newsAt)) continue;
      const from = before.newsAt - MAX_VISIT_MS;
      await loadEarlierOrders(sql, [{ staged, place: before, from }], settings);
      const own = plans.flatMap(({ folded, order }) =>
        order.branch === staged.number ? (folded?.tablesConcerned.get(key)?.newsAt ?? []) : [],
      );
      const here = staged.orders.at(key).flatMap(({ tickets }) => tickets.map((ticket) => ticket.lastNewsAt));
      const newsAt = Math.max(...own, ...here, ...(await newsOfMoved(sql, staged, key, from, planned)));
      if (Number.isFinite(newsAt)) staged.tables.put({ ...table, newsAt });
      else staged.dropTable(key, newEpoch());
    }
  }
}

/** The newest facts for a table of orders that may have left it since an instant, except the planned ones. */
async function newsOfMoved(
  sql: Statements,
  staged: StagedBranch,
  table: string,
  from: Instant,
  planned: ReadonlySet<number>,
): Promise<number[]> {
  const rows = await sql.$queryRawUnsafe<{ orderKey: Int }[]>(MOVED_ORDERS, staged.number, from);
  const keys = rows.map(({ orderKey }) => int(orderKey)).filter((key) => !planned.has(key));
  const { orders } = await withFacts(sql, await loadOrders(sql, keys));
  return orders.flatMap(({ facts }) => {
    const readable = (facts ?? []).map(({ fact }) => fact);
    return readable.length === 0 ? [] : (foldOrder(readable).tablesConcerned.get(table)?.newsAt ?? []);
  });
}
