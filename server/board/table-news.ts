import { foldOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { HOUR_MS } from '../../lib/time-units';
import { type Int, int } from '../sql/int';
import { MOVED_ORDERS } from '../sql/load-statements';
import type { Statements } from '../sql/statements';
import { loadOrders, withFacts } from './load-orders';
import { loadNeighbours, type PlaceWithNews } from './load-tables';
import type { OrderPlan } from './plan-order';
import type { StagedBranch } from './staged-branch';
import type { BoardDeps, Stages } from './stages';

/** Longer than any order stays at a table. */
const MAX_VISIT_MS = 48 * HOUR_MS;

/**
 * F7: a late fact may show that an order left a table earlier than known, or was never there. If the table had its newest
 * fact from that order, the newest one is searched again, so that the result does not depend on the order of arrival. A
 * table without any fact is removed.
 */
export async function correctNews(
  sql: Statements,
  plans: readonly OrderPlan[],
  stages: Stages,
  deps: BoardDeps,
): Promise<void> {
  const beingStaged = new Set(plans.map(({ order }) => order.key));
  for (const plan of plans) {
    const staged = stages.of(plan.order.branch);
    for (const [key, before] of plan.affectedBefore) {
      const place = plan.folded?.tablesConcerned.get(key);
      const table = staged.tables.get(key);
      if (!table || table.newsAt !== before.newsAt || (place && place.newsAt >= before.newsAt)) continue;
      const from = place?.newsAt ?? before.newsAt - MAX_VISIT_MS;
      await loadNeighbours(sql, [{ staged, place: before, from }], deps.settings);
      const own = plans.flatMap(({ folded, order }) =>
        order.branch === staged.number ? (folded?.tablesConcerned.get(key)?.newsAt ?? []) : [],
      );
      const here = staged.orders.at(key).flatMap(({ tickets }) => tickets.map((ticket) => ticket.lastNewsAt));
      const left = await newsOfMoved(sql, staged, before, beingStaged);
      const newsAt = Math.max(...own, ...here, ...left);
      if (Number.isFinite(newsAt)) staged.tables.put({ ...table, newsAt });
      else staged.dropTable(key, deps.newEpoch());
    }
  }
}

/** The newest facts for a table of orders that may have left it, except those that are being staged. */
async function newsOfMoved(
  sql: Statements,
  staged: StagedBranch,
  place: PlaceWithNews,
  known: ReadonlySet<number>,
): Promise<number[]> {
  const rows = await sql.$queryRawUnsafe<{ orderKey: Int }[]>(MOVED_ORDERS, staged.number, place.newsAt - MAX_VISIT_MS);
  const keys = rows.map(({ orderKey }) => int(orderKey)).filter((key) => !known.has(key));
  const { orders } = await withFacts(sql, await loadOrders(sql, keys));
  return orders.flatMap(({ facts }) => {
    const known = (facts ?? []).map(({ fact }) => fact);
    // Without readable facts there is no news.
    if (known.length === 0) return [];
    return foldOrder(known).tablesConcerned.get(tableKey(place))?.newsAt ?? [];
  });
}
