/**
 * A histogram in the form that Prometheus expects. Not prom-client's: see docs/decisions.md.
 */
export type Histogram = {
  /** The inclusive upper bounds, ascending. Values above the last one are counted too. */
  bounds: readonly number[];
  /** One count per bound, not cumulative, and one for values above the last. */
  counts: readonly number[];
  sum: () => number;
  add: (value: number) => void;
};

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
