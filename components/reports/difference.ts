import type { Spread } from '../../contract/reports';
import { MIN_COURSES } from './figures';

/** Difference of a figure from the one that it is compared with. */
export type Difference =
  /** Nothing to compare with, or too few courses on one side. */
  | { is: 'none' }
  | { is: 'same' }
  | {
      is: 'more' | 'less';
      by: number;
      /** Large enough to act on, and more than rounding. */
      matters: boolean;
    };

/** Minimum difference in seconds, and as a share of the earlier time, that deserves a colour. */
const SECONDS_THAT_MATTER = 20;
const SHARE_THAT_MATTERS = 0.1;
/** Two percentage points. */
const RATE_THAT_MATTERS = 0.02;
/** Smaller differences are invisible, as shares are shown to a tenth of a percent. */
const MIN_RATE = 0.0005;

export type Percentile = 'p50' | 'p80' | 'p95';

/** Difference of two spreads in whole seconds; percentiles of too few courses are not compared. */
export function timeDifference(now: Spread | null, before: Spread | null, of: Percentile): Difference {
  if (!now || !before || now.n < MIN_COURSES || before.n < MIN_COURSES) return { is: 'none' };
  const by = Math.round(now[of]) - Math.round(before[of]);
  if (by === 0) return { is: 'same' };
  const matters = Math.abs(by) >= Math.max(SECONDS_THAT_MATTER, before[of] * SHARE_THAT_MATTERS);
  return { is: by > 0 ? 'more' : 'less', by: Math.abs(by), matters };
}

/** A share and the number of courses that it is based on. */
type Rate = { rate: number | null; n: number };

/** Difference of two shares, 0 to 1. */
export function rateDifference(now: Rate, before: Rate | null): Difference {
  if (!before || now.rate === null || before.rate === null || now.n < MIN_COURSES || before.n < MIN_COURSES)
    return { is: 'none' };
  const by = now.rate - before.rate;
  if (Math.abs(by) < MIN_RATE) return { is: 'same' };
  return { is: by > 0 ? 'more' : 'less', by: Math.abs(by), matters: Math.abs(by) >= RATE_THAT_MATTERS };
}

/** Colour of a difference for which more is worse: only for trouble and improvement. */
export function toneOf(difference: Difference): 'trouble' | 'good' | 'plain' {
  if (difference.is === 'none' || difference.is === 'same' || !difference.matters) return 'plain';
  return difference.is === 'more' ? 'trouble' : 'good';
}
