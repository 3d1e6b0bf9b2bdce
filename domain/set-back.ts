import { MINUTE_MS } from '../lib/time';

/** F9: less than this passes by itself, and the clocks of nodes may differ by it. */
export const SET_BACK_MS = MINUTE_MS;

/** Whether a clock that showed `at` (epoch ms) was set back since, or is ahead of this one. */
export function isAheadOf(at: number | null, now: number): boolean {
  return at !== null && at - now > SET_BACK_MS;
}
