import type { Instant } from './fact';

/** F21b: until when a server is known to have listened, and what its clock said when it was last looked at. */
export type Listening = {
  until: Instant;
  /** Null until it is looked at for the first time since the start. */
  seen: Instant | null;
  /** How often the clock has been behind what was stored. */
  behind: number;
};

/** A stretch in which nobody listened. */
export type Away = { from: Instant; to: Instant };

/** How often a server looks at its clock. */
export const LOOK_EVERY_MS = 10_000;
/** F21b: less than that between two lives is none: a POS tries that long to connect. */
const LEAST_AWAY_MS = 2_000;
/** F21b: a server that runs is away when it was not let run for so long: what was sent meanwhile waited in vain. */
const LEAST_ASLEEP_MS = 60_000;
/** F21b: a clock that stays behind for ten minutes is believed. */
const MOST_BEHIND = 60;

/**
 * F21b: a look at the clock of a server that listens. A machine without a clock of its own begins with an old time and
 * is set forward later: until then what was stored is believed more than the clock.
 */
export function lookAtClock(before: Listening, now: Instant): { listening: Listening; away: Away | null } {
  const { until, seen, behind } = before;
  const wasSetBack = seen !== null && now < seen;
  if (!wasSetBack && now < until && behind < MOST_BEHIND)
    return { listening: { until, seen: now, behind: behind + 1 }, away: null };
  const isFirst = seen === null || seen < until;
  const isAway = now - until >= (isFirst ? LEAST_AWAY_MS : LEAST_ASLEEP_MS);
  return { listening: { until: now, seen: now, behind: 0 }, away: isAway ? { from: until, to: now } : null };
}
