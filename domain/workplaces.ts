import { groupBy } from '../lib/group';
import type { Instant } from './fact';
import { QUIET_MS } from './live-verdict';
import { posSkew } from './pos-offset';

/** What came from one workplace in one minute of receipt. */
export type WorkplaceMinute = {
  workplace: number;
  /** Epoch minutes. */
  minute: number;
  /** The newest delivery of that minute, by the server's clock. */
  lastAt: Instant;
  /** The least difference between receipt and event of what was applied; null where nothing was. */
  least: number | null;
};

/** F20e: how a workplace of the POS is doing. Instants by the server's clock. */
export type Workplace = {
  workplace: number;
  lastAt: Instant;
  quietSince: Instant | null;
  /** How far its clock is behind that of most workplaces, in milliseconds; negative where it is ahead. */
  clockOffMs: number | null;
};

const CLOCK_OFF_MS = 5_000;

/** F20e: the workplaces of a branch, by number. `isInService` says whether a service runs now (F16). */
export function workplacesOf(minutes: readonly WorkplaceMinute[], now: Instant, isInService: boolean): Workplace[] {
  const heard = groupBy(minutes, ({ workplace }) => workplace);
  const found = [...heard].map(([workplace, own]) => ({
    workplace,
    lastAt: Math.max(...own.map(({ lastAt }) => lastAt)),
    skew: posSkew(new Map(own.flatMap(({ minute, least }) => (least === null ? [] : [[minute, least]])))),
  }));
  const isQuiet = ({ lastAt }: { lastAt: Instant }) => now - lastAt >= QUIET_MS;
  const isTold = isInService && !found.every(isQuiet);
  const usual = usualSkew(found.flatMap(({ skew }) => (skew === null ? [] : [skew])));
  return found
    .map(({ workplace, lastAt, skew }) => ({
      workplace,
      lastAt,
      quietSince: isTold && isQuiet({ lastAt }) ? lastAt : null,
      clockOffMs: skew !== null && Math.abs(skew - usual) > CLOCK_OFF_MS ? skew - usual : null,
    }))
    .sort((a, b) => a.workplace - b.workplace);
}

/** The median: one clock that is far off moves nothing. Of two in the middle the one nearer to the server's. */
function usualSkew(skews: readonly number[]): number {
  const sorted = skews.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? 0;
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0;
  return Math.abs(lower) <= Math.abs(upper) ? lower : upper;
}
