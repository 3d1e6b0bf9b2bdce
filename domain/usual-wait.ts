import type { UsualWait } from '../contract/live';
import { groupBy } from '../lib/collections';
import { percentile } from '../lib/percentile';
import type { Instant } from './fact';

/** One course of a party whose size is known. */
export type PartyCourse = { orderKey: number; guests: number; startedAt: Instant | null; servedAt: Instant | null };

/** With fewer waits than this a percentile is not meaningful. */
const MIN_WAITS = 20;
const PERCENTILE = 0.8;
/** Longer intervals are not waits: the party stayed after its meal, or a serve was never recorded. */
const MAX_WAIT_MS = 3 * 3_600_000;

/**
 * F24: the usual wait for food by party size: the 80th percentile of the times from the first start of an order to its
 * first serve, and from each serve to the next. Sizes with fewer than 20 waits are omitted.
 */
export function usualWaits(courses: readonly PartyCourse[]): UsualWait[] {
  const waits = [...groupBy(courses, ({ orderKey }) => orderKey).values()].flatMap(waitsOf);
  return [...groupBy(waits, ({ guests }) => guests)]
    .filter(([, ofSize]) => ofSize.length >= MIN_WAITS)
    .map(([guests, ofSize]) => {
      const longest = percentile(
        ofSize.map(({ ms }) => ms),
        PERCENTILE,
      );
      return { guests, seconds: Math.round(longest / 1000) };
    })
    .sort((a, b) => a.guests - b.guests);
}

function waitsOf(order: readonly PartyCourse[]): { guests: number; ms: number }[] {
  const guests = order[0]?.guests ?? 0;
  return waitsForFood(order).map((ms) => ({ guests, ms }));
}

/**
 * How long a party waited for food, in milliseconds: from its first start to its first serve, and from each serve to
 * the next. Courses served at the same instant count once; intervals over three hours are omitted.
 */
export function waitsForFood(order: readonly Pick<PartyCourse, 'startedAt' | 'servedAt'>[]): number[] {
  const starts = order.flatMap(({ startedAt }) => startedAt ?? []);
  const serves = [...new Set(order.flatMap(({ servedAt }) => servedAt ?? []))].sort((a, b) => a - b);
  const food = starts.length > 0 ? [Math.min(...starts), ...serves] : serves;
  return food
    .slice(1)
    .map((at, index) => at - (food[index] ?? at))
    .filter((ms) => ms > 0 && ms <= MAX_WAIT_MS);
}

/**
 * Wait in ms after which a party counts as hungry (F24): the usual longest wait of parties of exactly its size. Null if
 * the size or that wait is unknown; other sizes say nothing about it.
 */
export function usualWaitMs(usualWait: readonly UsualWait[], guests: number | null | undefined): number | null {
  const known = usualWait.find((each) => each.guests === guests);
  return known ? known.seconds * 1000 : null;
}
