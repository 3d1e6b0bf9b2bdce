import type { Instant } from '../../domain/fact';
import { isSameTable, tableKey } from '../../domain/order-table';
import type { BranchState, LiveOrder } from './branch-state';

// Orders that have left their table for good are settled: its computation skips them, so that the work of a delivery does
// not depend on how many orders the table had.
//
// F7b: an order whose courses are all served leaves its table when the next order arrives. It is settled if all orders
// that remain arrived then or later: it was gone before each of them came, so it is neither part of the table's status
// since then, nor the later arrival from which the serves of one of them are presumed (F22b). The last order never
// settles.

/** Settles the orders that have left a table. They forget their facts, which a late fact loads again. */
export function settleOrders(state: BranchState, key: string): void {
  const there = state.ordersOn.get(key);
  if (!there || there.size < 2) return;
  const orders = [...there].flatMap((order) => state.orders.get(order) ?? []).sort((a, b) => a.seatedAt - b.seatedAt);
  for (const [index, order] of orders.entries()) {
    const next = orders[index + 1]?.seatedAt;
    const over = overAt(order);
    if (next === undefined || over === null || next <= Math.max(over, order.seatedAt)) return;
    const settled = state.settledOn.get(key) ?? { orders: new Set(), until: next };
    settled.orders.add(order.key);
    state.settledOn.set(key, { orders: settled.orders, until: Math.max(settled.until, next) });
    there.delete(order.key);
    forgetFacts(state, order);
  }
}

/** The later of its last serve and its last fact; null if not all courses are served. */
function overAt({ tickets }: LiveOrder): Instant | null {
  let over: Instant | null = null;
  for (const { startedAt, readyAt, servedAt, closedAt, lastNewsAt } of tickets) {
    if (servedAt === null || closedAt === null) return null;
    over = Math.max(over ?? servedAt, servedAt, readyAt ?? servedAt, startedAt ?? servedAt, lastNewsAt);
  }
  return over;
}

/** Keeps only what boards show of an order. */
export function forgetFacts(state: BranchState, order: LiveOrder): void {
  if (order.facts !== null) state.orders.set(order.key, { ...order, facts: null, bodies: [] });
}

/** Makes the settled orders of a table count again, until `settleOrders`. */
export function reopenTable(state: BranchState, key: string): void {
  const settled = state.settledOn.get(key);
  if (!settled) return;
  const there = state.ordersOn.get(key) ?? new Set();
  for (const order of settled.orders) there.add(order);
  state.ordersOn.set(key, there);
  state.settledOn.delete(key);
}

/**
 * The tables whose settled orders count again when an order changes, by `tableKey`: because it is one of them, left the
 * table, or arrived among them.
 */
export function tablesToReopen(state: BranchState, before: LiveOrder | undefined, order: LiveOrder): string[] {
  const [from, to] = [before?.table ?? null, order.table];
  const stays = from !== null && to !== null && isSameTable(from, to);
  const left = from !== null && !stays ? [tableKey(from)] : [];
  if (to === null) return left;
  const key = tableKey(to);
  const settled = state.settledOn.get(key);
  if (!settled) return left;
  const isSettled = settled.orders.has(order.key);
  const arrivesAgain = stays && before !== undefined && before.seatedAt !== order.seatedAt;
  return isSettled || arrivesAgain || (!stays && order.seatedAt < settled.until) ? [...left, key] : left;
}
