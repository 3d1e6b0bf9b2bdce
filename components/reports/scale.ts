import type { Distribution } from '../../contract/reports';

/** Values of at least `from` and less than `until` seconds; null for no upper limit. */
export type Bar = { from: number; until: number | null; n: number };

/** More bars are unreadable, so rare values beyond them share one. */
const BARS = 36;

const HOUR_SECONDS = 3600;

/** Ticks of a scale in seconds at round times, from 0 to at least `most`, with at most `steps` steps of ten days or less. */
export function scaleOf(most: number, steps: number): number[] {
  const step = STEPS.find((each) => most / each <= steps) ?? STEPS.at(-1) ?? HOUR_SECONDS;
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

const STEPS = [
  10,
  30,
  60,
  120,
  300,
  600,
  900,
  1800,
  HOUR_SECONDS,
  2 * HOUR_SECONDS,
  4 * HOUR_SECONDS,
  12 * HOUR_SECONDS,
  24 * HOUR_SECONDS,
  240 * HOUR_SECONDS,
];

/** Bars of a distribution, starting at zero. Far outliers share one bar. */
export function barsOf({ bucketSeconds, buckets, beyond }: Distribution): Bar[] {
  const bars = buckets
    .slice(0, BARS)
    .map(({ fromSeconds, count }): Bar => ({ from: fromSeconds, until: fromSeconds + bucketSeconds, n: count }));
  const rest = buckets.slice(BARS).reduce((sum, { count }) => sum + count, 0) + (beyond?.count ?? 0);
  const last = bars.at(-1);
  if (last && rest > 0) {
    last.n += rest;
    last.until = null;
  }
  return bars;
}

/** Position of a time on the bars: 0 is the left edge of the first, 1 that of the second. */
export function placeOn(bars: readonly Bar[], bucketSeconds: number, seconds: number): number {
  return Math.min(seconds / bucketSeconds, bars.length);
}
