import type { ReadyNumber } from './arrange';

/** Since when an order was ready when it was called (epoch ms, POS time), by the order's key. */
export type Called = ReadonlyMap<string, number>;

/** More would be called when whoever waits for the first has long read the rest. */
const MOST_AT_ONCE = 3;
const MOST_REMEMBERED = 300;

/**
 * Which numbers are to be called now, in the order in which they became ready, and what has been called then. An order
 * is called once, and once more only when it became ready anew. At its first look a page calls nothing: what is ready
 * then was called by another, or somebody has come. Of many at once the newest are called; the others are to be read.
 */
export function callsOf(
  called: Called,
  ready: readonly ReadyNumber[],
  isFirstLook: boolean,
): { calls: ReadyNumber[]; called: Called } {
  const uncalled = ready.filter(({ order, since }) => since > (called.get(order) ?? Number.NEGATIVE_INFINITY));
  if (uncalled.length === 0) return { calls: [], called };
  const inTime = uncalled.toSorted((a, b) => a.since - b.since || a.number - b.number);
  const after = new Map(called);
  for (const { order, since } of inTime) {
    after.delete(order); // what was called last stands last
    after.set(order, since);
  }
  const onBoard = new Set(ready.map(({ order }) => order));
  for (const order of after.keys()) {
    if (after.size <= MOST_REMEMBERED) break;
    if (!onBoard.has(order)) after.delete(order);
  }
  return { calls: isFirstLook ? [] : inTime.slice(-MOST_AT_ONCE), called: after };
}
