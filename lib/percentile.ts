/**
 * The percentile of `values` at `share` (0 to 1), interpolated linearly between neighbours (R type 7). NaN for none.
 */
export function percentile(values: readonly number[], share: number): number {
  return percentileOf(
    values.toSorted((a, b) => a - b),
    share,
  );
}

/** The same of values that are sorted. */
export function percentileOf(sorted: ArrayLike<number>, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
