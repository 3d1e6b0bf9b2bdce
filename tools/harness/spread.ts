import { percentile } from '../../lib/percentile';

/** The results of a measurement in several rounds. */
export type Spread = { median: number; min: number; max: number };

/** The median, minimum and maximum of the rounds; NaN without rounds. */
export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 0.5), min: percentile(values, 0), max: percentile(values, 1) };
}
