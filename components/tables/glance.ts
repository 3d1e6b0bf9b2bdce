import type { HungryAfter } from '../../domain/live-contract';
import { isTaken, type Seat } from './arrange';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
/** What was free for longer was free all evening: nobody asks since when. */
const EVENING_MINUTES = 6 * HOUR_MINUTES;

/** What time alone changes on a tile. */
export type Glance = {
  /** Whole minutes in this status while they are less than an hour; then `since` is a clock's business. */
  minutes: number | null;
  /** Whether to say since when by the clock. */
  isLong: boolean;
  food: 'none' | 'last' | null;
  foodMinutes: number;
  /** Past the time that parties of that size mostly wait at the longest. */
  isHungry: boolean;
};

/** Before the branch's time is known. */
export const FIRST_GLANCE: Glance = { minutes: null, isLong: false, food: null, foodMinutes: 0, isHungry: false };

/**
 * A tile at `now` (POS time, epoch ms). `none` is said of guests who had nothing yet, who wait for a course that is
 * open, or who wait for longer than most; `last` of those who have what they ordered.
 */
export function glanceAt(
  { table, foodFrom, isWaiting }: Pick<Seat, 'table' | 'foodFrom' | 'isWaiting'>,
  hungryAfterMs: number | null,
  now: number,
): Glance {
  const minutes = table.since === null ? null : minutesSince(Date.parse(table.since), now);
  const isTold = minutes !== null && (isTaken(table) || minutes < EVENING_MINUTES);
  const foodMinutes = foodFrom === null ? 0 : minutesSince(foodFrom, now);
  const isHungry = foodFrom !== null && hungryAfterMs !== null && now - foodFrom > hungryAfterMs;
  const hasNone = isHungry || table.lastFoodAt === null || (isWaiting && foodMinutes > 0);
  return {
    minutes: isTold && minutes < HOUR_MINUTES ? minutes : null,
    isLong: isTold && minutes >= HOUR_MINUTES,
    food: foodFrom === null ? null : hasNone ? 'none' : 'last',
    foodMinutes,
    isHungry,
  };
}

/** How long parties of a table's size mostly wait at the longest; null where that is not known. */
export function hungryMs(hungryAfter: readonly HungryAfter[], guests: number | null): number | null {
  const known = hungryAfter.find((each) => each.guests === guests);
  return known ? known.seconds * 1000 : null;
}

function minutesSince(instant: number, now: number): number {
  return Math.max(0, Math.floor((now - instant) / MINUTE_MS));
}
