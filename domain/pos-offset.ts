import { groupBy } from '../lib/collections';
import { HOUR_MS, MINUTE_MS } from '../lib/time';
import type { Instant } from './fact';

const MINUTES = 20;
const ENOUGH_MINUTES = 5;
const NOT_WORTH_MS = 2_000;
/** F23b: so many deliveries of a workplace, in so many minutes, must agree this closely. */
const ENOUGH_DELIVERIES = 5;
const ENOUGH_EARLY_MINUTES = 3;
const AGREES_MS = 2_000;
/** A greater difference is not corrected. */
export const NOT_A_CLOCK_MS = 6 * HOUR_MS;

/**
 * F23: how far the POS's clock is behind the server's, in milliseconds (contract, Time): the median, over the last 20
 * minutes with deliveries, of the smallest `received − event instant` in each minute. 0 if that is unknown, negligible, or
 * too much to be a difference of clocks.
 * @param leastByMinute by minute of receipt (epoch minutes)
 * @param early what came in the first minutes (F23b)
 */
export function posOffset(leastByMinute: ReadonlyMap<number, number>, early: readonly EarlyReceipt[] = []): number {
  const behind = knownSkew(leastByMinute, early);
  return behind === null || Math.abs(behind) < NOT_WORTH_MS ? 0 : behind;
}

/** The offset of `posOffset`, however small; null while neither rule gives one (F23b), and where it is no clock. */
export function knownSkew(leastByMinute: ReadonlyMap<number, number>, early: readonly EarlyReceipt[]): number | null {
  const behind = posSkew(leastByMinute, early);
  return behind === null || Math.abs(behind) > NOT_A_CLOCK_MS ? null : behind;
}

/** The offset of `posOffset`, however small or large; null while it is not known. */
export function posSkew(
  leastByMinute: ReadonlyMap<number, number>,
  early: readonly EarlyReceipt[] = [],
): number | null {
  if (isEarly(leastByMinute)) return earlySkew(early);
  return medianOf(lastMinutes(leastByMinute).map(([, behind]) => behind));
}

/** F23b: whether deliveries came in fewer than five minutes. */
export function isEarly(leastByMinute: ReadonlyMap<number, number>): boolean {
  return leastByMinute.size < ENOUGH_MINUTES;
}

/** F23b: a delivery that was received in an epoch minute, `behind` ms after its event. */
export type EarlyReceipt = { minute: number; workplace: number | null; behind: number };

/** Adds a receipt. Keeps the least of each workplace and minute, as many as F23b needs. */
export function keepEarly(kept: readonly EarlyReceipt[], receipt: EarlyReceipt): readonly EarlyReceipt[] {
  const isLike = ({ minute, workplace }: EarlyReceipt) => minute === receipt.minute && workplace === receipt.workplace;
  const like = [...kept.filter(isLike), receipt].toSorted((a, b) => a.behind - b.behind);
  return [...kept.filter((each) => !isLike(each)), ...like.slice(0, ENOUGH_DELIVERIES)];
}

function earlySkew(early: readonly EarlyReceipt[]): number | null {
  const least = Math.min(...early.map(({ behind }) => behind));
  const agreeing = [...groupBy(early, ({ workplace }) => workplace).values()].map((own) =>
    own.filter(({ behind }) => behind - least <= AGREES_MS),
  );
  const isEnough = (own: readonly EarlyReceipt[]) =>
    own.length >= ENOUGH_DELIVERIES && new Set(own.map(({ minute }) => minute)).size >= ENOUGH_EARLY_MINUTES;
  return agreeing.every((own) => own.length > 0) && agreeing.some(isEnough) ? least : null;
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
