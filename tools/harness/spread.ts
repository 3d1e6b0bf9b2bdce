import { percentile } from '../../lib/percentile';

/** The results of a measurement in several rounds. */
export type Spread = { median: number; least: number; most: number };

/** The median, minimum and maximum of the rounds; NaN without rounds. */
export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 0.5), least: percentile(values, 0), most: percentile(values, 1) };
}
