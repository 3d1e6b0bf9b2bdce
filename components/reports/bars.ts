import type { Distribution } from '../../contract/reports';

/** What took `from` seconds and less than `until`; null for "and more". */
export type Bar = { from: number; until: number | null; n: number };

/** More bars are a comb: the rare ones beyond are told as one. */
const BARS = 36;

/** The bars of a distribution, from nothing on. What lies far beyond most is one bar. */
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

/** Where on the bars a time lies: 0 is the left edge of the first, 1 that of the second. */
export function placeOn(bars: readonly Bar[], bucketSeconds: number, seconds: number): number {
  return Math.min(seconds / bucketSeconds, bars.length);
}
