import { MINUTE_MS } from '../lib/time';
import type { Instant } from './fact';

/** F9: less than this passes by itself, and the clocks of nodes may differ by it. */
export const SET_BACK_MS = MINUTE_MS;

/** F21b: until when the server is known to have been running, and the last reading of its clock. */
export type Listening = {
  until: Instant;
  /** Null until the first reading since the start. */
  seen: Instant | null;
  /** How many readings in a row were before `until`. */
  behind: number;
};

/** A period in which the server did not run. */
type Away = { from: Instant; to: Instant };

/** The interval between two readings of the clock. */
export const HEARTBEAT_EVERY_MS = 10_000;
/** F21b: a shorter restart is no gap, because a POS retries the connection for this long. */
export const MIN_AWAY_MS = 2_000;
/** F21b: a process that was suspended for this long has a gap, because requests to it timed out meanwhile. */
const MIN_ASLEEP_MS = 60_000;
/** F21b: after ten minutes of readings before `until`, the clock is trusted over the stored time. */
const MAX_BEHIND = 60;

/**
 * F21b: processes one reading of the clock. Returns the new state, and the period in which the server did not run, if
 * any. A machine without a battery-backed clock boots with an old time and is corrected later, so a reading before
 * `until` is ignored at first.
 */
export function lookAtClock(before: Listening, now: Instant): { listening: Listening; away: Away | null } {
  const { until, seen, behind } = before;
  const wasSetBack = seen !== null && now < seen;
  if (!wasSetBack && now < until && behind < MAX_BEHIND)
    return { listening: { until, seen: now, behind: behind + 1 }, away: null };
  const isFirst = seen === null || seen < until;
  const isAway = now - until >= (isFirst ? MIN_AWAY_MS : MIN_ASLEEP_MS);
  return { listening: { until: now, seen: now, behind: 0 }, away: isAway ? { from: until, to: now } : null };
}

/** Whether a clock that showed `at` (epoch ms) was set back since, or is ahead of this one. */
export function isAheadOf(at: number | null, now: number): boolean {
  return at !== null && at - now > SET_BACK_MS;
}
