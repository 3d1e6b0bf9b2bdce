/**
 * A histogram in the form that Prometheus expects.
 */
export type Histogram = {
  /** The inclusive upper bounds, ascending. Values above the last one are counted too. */
  bounds: readonly number[];
  /** One count per bound, not cumulative, and one for values above the last. */
  counts: readonly number[];
  sum: () => number;
  add: (value: number) => void;
};

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

/** A histogram without values. `bounds` ascend. `add` is cheap, because deliveries wait for it. */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = new Array<number>(bounds.length + 1).fill(0);
  let sum = 0;
  return {
    bounds,
    counts,
    sum: () => sum,
    add(value) {
      let range = 0;
      while (range < bounds.length && value > (bounds[range] as number)) range += 1;
      counts[range] = (counts[range] as number) + 1;
      sum += value;
    },
  };
}
