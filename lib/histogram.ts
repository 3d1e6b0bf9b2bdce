/** How often a value fell into each of several ranges, as Prometheus counts it. */
export type Histogram = {
  /** The inclusive upper bounds, ascending. Values above the last one are counted too. */
  bounds: readonly number[];
  /** One per bound, and one for values above the last. */
  counts: readonly number[];
  sum: () => number;
  add: (value: number) => void;
};

/** Adding costs a few additions only: it happens while a delivery waits. */
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
