import { percentile } from '../../lib/percentile';

/** What came of the same measurement in several rounds. */
export type Spread = { median: number; least: number; most: number };

/** The median of the rounds and how far they lie apart; not a number where there was no round. */
export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 0.5), least: percentile(values, 0), most: percentile(values, 1) };
}
