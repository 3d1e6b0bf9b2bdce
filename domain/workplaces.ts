import { groupBy } from '../lib/collections';
import type { Instant } from './fact';
import { QUIET_MS } from './live-verdict';
import { posSkew } from './pos-offset';

/** The deliveries from one workplace in one minute of receipt. */
export type WorkplaceMinute = {
  workplace: number;
  /** Epoch minutes. */
  minute: number;
  /** Receipt of the newest delivery of that minute, by the server's clock. */
  lastAt: Instant;
  /** The smallest difference between receipt and event instant of the applied deliveries; null if there are none. */
  least: number | null;
};

/** F20e: the condition of a workplace of the POS. Instants by the server's clock. */
export type Workplace = {
  workplace: number;
  lastAt: Instant;
  quietSince: Instant | null;
  /** How far its clock is behind that of most workplaces, in milliseconds; negative if it is ahead. Null up to 5 s. */
  clockOffMs: number | null;
};

const CLOCK_OFF_MS = 5_000;

/** F20e: the workplaces of a branch, sorted by number. `isInService`: whether a service is on now (F16). */
export function workplacesOf(minutes: readonly WorkplaceMinute[], now: Instant, isInService: boolean): Workplace[] {
  const byWorkplace = groupBy(minutes, ({ workplace }) => workplace);
  const found = [...byWorkplace].map(([workplace, own]) => ({
    workplace,
    lastAt: Math.max(...own.map(({ lastAt }) => lastAt)),
    skew: posSkew(new Map(own.flatMap(({ minute, least }) => (least === null ? [] : [[minute, least]])))),
  }));
  const isQuiet = ({ lastAt }: { lastAt: Instant }) => now - lastAt >= QUIET_MS;
  const reportsQuiet = isInService && !found.every(isQuiet);
  const usual = usualSkew(found.flatMap(({ skew }) => (skew === null ? [] : [skew])));
  return found
    .map(({ workplace, lastAt, skew }) => ({
      workplace,
      lastAt,
      quietSince: reportsQuiet && isQuiet({ lastAt }) ? lastAt : null,
      clockOffMs: skew !== null && Math.abs(skew - usual) > CLOCK_OFF_MS ? skew - usual : null,
    }))
    .sort((a, b) => a.workplace - b.workplace);
}

/**
 * The median, which a single wrong clock does not affect. Of two middle values, the one closer to the server's clock.
 */
function usualSkew(skews: readonly number[]): number {
  const sorted = skews.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? 0;
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0;
  return Math.abs(lower) <= Math.abs(upper) ? lower : upper;
}
