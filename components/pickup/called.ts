import type { ReadyNumber } from './arrange';

/** When each called order became ready (epoch ms, POS time), by the order's key. */
export type Called = ReadonlyMap<string, number>;

/** The most calls at once: by the time of further ones, guests have read the board. */
const MAX_AT_ONCE = 3;
/** The most calls to remember, beyond those that are on the board. */
const MAX_REMEMBERED = 300;

/**
 * Returns the numbers to call now, in the order in which they became ready, and everything that has been called after
 * that. An order is called again only if it became ready again. The first look of a page calls only what became ready
 * while it was reloaded: other orders were called before. Of many at once, only the newest are called.
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
    if (after.size <= MAX_REMEMBERED) break;
    if (!onBoard.has(order)) after.delete(order);
  }
  const wasReloaded = called.size > 0;
  const due = isFirstLook ? inTime.filter(({ isFresh }) => wasReloaded && isFresh) : inTime;
  return { calls: due.slice(-MAX_AT_ONCE), called: after };
}
