import { isSameTable, tableKey } from '../../domain/order-table';
import type { BranchState, LiveOrder } from './branch-state';

/** Puts an order into memory in place of its former state, and updates everything by which orders are found. */
export function replaceOrder(state: BranchState, order: LiveOrder): void {
  const before = state.orders.get(order.key);
  if (order.tickets.some(({ closedAt }) => closedAt === null)) state.openOrders.add(order.key);
  else state.openOrders.delete(order.key);
  if (before && isAtSameTable(before, order)) {
    // Deleted first to move it to the end, because boards list orders with the newest fact last.
    state.orders.delete(order.key);
    state.orders.set(order.key, order);
    return;
  }
  removeOrder(state, order.key);
  state.orders.set(order.key, order);
  state.orderKeys.set(order.identity, order.key);
  if (order.table) addTo(state.ordersOn, tableKey(order.table), order.key);
}

/** Removes an order from memory; it stays stored. */
export function evictOrder(state: BranchState, key: number): void {
  removeOrder(state, key);
  state.openOrders.delete(key);
}

function removeOrder(state: BranchState, key: number): void {
  const order = state.orders.get(key);
  if (!order) return;
  state.orders.delete(key);
  state.orderKeys.delete(order.identity);
  if (!order.table) return;
  const at = tableKey(order.table);
  const there = state.ordersOn.get(at);
  there?.delete(key);
  if (there?.size === 0) state.ordersOn.delete(at);
  const settled = state.settledOn.get(at);
  settled?.orders.delete(key);
  if (settled?.orders.size === 0) state.settledOn.delete(at);
}

export function isAtSameTable({ table: a }: LiveOrder, { table: b }: LiveOrder): boolean {
  return a === b || (a !== null && b !== null && isSameTable(a, b));
}

/** Adds the key of an order to those on a table, by its `tableKey`. */
export function addTo(ordersOn: Map<string, Set<number>>, table: string, order: number): void {
  const there = ordersOn.get(table);
  if (there) there.add(order);
  else ordersOn.set(table, new Set([order]));
}
