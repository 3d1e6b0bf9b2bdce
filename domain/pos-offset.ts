import { HOUR_MS, MINUTE_MS } from '../lib/time-units';
import type { Instant } from './fact';

const MINUTES = 20;
const ENOUGH_MINUTES = 5;
const NOT_WORTH_MS = 2_000;
/** A greater difference is not corrected. */
export const NOT_A_CLOCK_MS = 6 * HOUR_MS;

/**
 * F23: how far the POS's clock is behind the server's, in milliseconds (contract, Time): the median, over the last 20
 * minutes with deliveries, of the smallest `received − event instant` in each minute. 0 if that is unknown, negligible, or
 * too much to be a difference of clocks.
 * @param leastByMinute by minute of receipt (epoch minutes)
 */
export function posOffset(leastByMinute: ReadonlyMap<number, number>): number {
  const behind = posSkew(leastByMinute);
  return behind === null || Math.abs(behind) < NOT_WORTH_MS || Math.abs(behind) > NOT_A_CLOCK_MS ? 0 : behind;
}

/** The median of `posOffset`, however small or large; null after fewer than five minutes with deliveries. */
export function posSkew(leastByMinute: ReadonlyMap<number, number>): number | null {
  const least = lastMinutes(leastByMinute).map(([, offset]) => offset);
  return least.length < ENOUGH_MINUTES ? null : medianOf(least);
}

/** F23a: a clock that is too far off to be corrected. */
export type StrayClock = {
  /** How far it is behind the server's, in ms; negative if it is ahead. */
  behindMs: number;
  /** The begin of the first minute of the last 20 since which it is so far off, by the server's clock. */
  since: Instant;
};

/**
 * F23a: the POS's clock if it is off by more than is corrected, or so far behind that courses are closed on arrival; null
 * otherwise. `closedAfterMs`: an event that is so far behind its receipt closes its course.
 */
export function strayClock(leastByMinute: ReadonlyMap<number, number>, closedAfterMs: number): StrayClock | null {
  const newest = lastMinutes(leastByMinute);
  const right = newest.findIndex(([, behind]) => Math.abs(behind) <= NOT_A_CLOCK_MS && behind < closedAfterMs);
  const stray = right < 0 ? newest : newest.slice(0, right);
  const [first] = stray.slice(-1);
  if (!first || stray.length < ENOUGH_MINUTES) return null;
  return { behindMs: medianOf(stray.map(([, behind]) => behind)), since: first[0] * MINUTE_MS };
}

/** The newest 20 minutes of receipt. */
export function lastMinutes(leastByMinute: ReadonlyMap<number, number>): [number, number][] {
  return [...leastByMinute].sort(([a], [b]) => b - a).slice(0, MINUTES);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round((upper + (sorted[middle - 1] ?? upper)) / 2);
}
