import type { Distribution } from './figures';

/** What took `from` seconds and less than `until`; null for "and more". */
export type Bar = { from: number; until: number | null; n: number };

/** Widths of a bar that people count in, in seconds. */
const WIDTHS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];
/** So many bars up to where 19 of 20 are: more are a comb, fewer a wall. */
const BARS_TO_P95 = 18;
/** The rare ones beyond are told as one bar. */
const BARS = 26;

/** How wide the bars of a spread are, by where 19 of 20 are, in seconds. */
export function widthFor(p95: number): number {
  return WIDTHS.find((width) => p95 / width <= BARS_TO_P95) ?? WIDTHS.at(-1) ?? 1;
}

/** The bars of a distribution, those between them with nothing in them too. What lies far beyond all others is one bar. */
export function barsOf({ bucketSeconds, buckets }: Distribution): Bar[] {
  const filled = buckets.filter(({ n }) => n > 0).toSorted((a, b) => a.from - b.from);
  const first = filled[0];
  const last = filled.at(-1);
  if (!first || !last) return [];
  // From nothing on, unless all of it is far from there.
  const start = first.from >= bucketSeconds * BARS ? first.from : 0;
  const count = Math.floor((last.from - start) / bucketSeconds) + 1;
  const bars: Bar[] = Array.from({ length: Math.min(count, BARS) }, (_, index) => ({
    from: start + index * bucketSeconds,
    until: start + (index + 1) * bucketSeconds,
    n: 0,
  }));
  for (const { from, n } of filled) {
    const bar = bars[Math.min(Math.floor((from - start) / bucketSeconds), bars.length - 1)];
    if (bar) bar.n += n;
  }
  const end = bars.at(-1);
  if (end && count > BARS) end.until = null;
  return bars;
}
