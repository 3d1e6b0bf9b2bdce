import type { Instant } from './fact';

/** A period of time; both ends are inclusive. */
export type Span = { from: Instant; until: Instant };

/** F14: the steps of a bulk lie at most this far apart. */
export const BULK_WITHIN_MS = 5_000;
const BULK_STEPS = 6;
const BULK_ORDERS = 3;

/**
 * F14: the periods in which courses of a branch were completed, or served, in bulk. `at` holds the instants of the
 * steps in ascending order, `order` the order of each step. The periods are sorted and do not touch; every step within
 * one of them belongs to a bulk.
 */
export function bulkSpans(at: ArrayLike<Instant>, order: ArrayLike<number>): Span[] {
  const spans: Span[] = [];
  const stepsOf = new Map<number, number>();
  let first = 0;
  for (let last = 0; last < at.length; last += 1) {
    const until = at[last] as Instant;
    count(stepsOf, order[last] as number, 1);
    while (until - (at[first] as Instant) > BULK_WITHIN_MS) {
      count(stepsOf, order[first] as number, -1);
      first += 1;
    }
    if (last - first + 1 >= BULK_STEPS && stepsOf.size >= BULK_ORDERS) addSpan(spans, at[first] as Instant, until);
  }
  return spans;
}

/** Adds a period that ends after all others; merges it with the last one if they touch. */
function addSpan(spans: Span[], from: Instant, until: Instant): void {
  const last = spans.at(-1);
  if (last && from <= last.until) last.until = until;
  else spans.push({ from, until });
}

/** Whether an instant lies in one of these spans, which must be sorted. */
export function isWithin(spans: readonly Span[], at: Instant): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.until ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const span = spans[low];
  return span !== undefined && span.from <= at;
}

function count(stepsOf: Map<number, number>, order: number, by: 1 | -1): void {
  const steps = (stepsOf.get(order) ?? 0) + by;
  if (steps === 0) stepsOf.delete(order);
  else stepsOf.set(order, steps);
}
