/** How often a value fell into each of several ranges: what Prometheus calls a histogram. */
export type Ranges = {
  /** The upper ends, inclusive, from the least on; what is above the last has a range of its own. */
  bounds: readonly number[];
  /** One more than there are bounds. */
  counts: readonly number[];
  sum: () => number;
  add: (value: number) => void;
};

/** Nothing but a few additions: a delivery is waiting. */
export function createRanges(bounds: readonly number[]): Ranges {
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
