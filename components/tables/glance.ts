import type { Table, UsualWait } from '../../contract/live';
import { isTaken, type SeatedParty } from './arrange';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
/** What was free for longer was free all evening: nobody asks since when. */
const EVENING_MINUTES = 6 * HOUR_MINUTES;

/** What time alone changes of a table's status. */
export type SinceGlance = {
  /** Whole minutes in this status while they are less than an hour; then `since` is a clock's business. */
  minutes: number | null;
  /** Whether to say since when by the clock. */
  isLong: boolean;
};

/** What time alone changes of a party. */
export type FoodGlance = {
  food: 'none' | 'last' | null;
  foodMinutes: number;
  /** Past the time that parties of that size mostly wait at the longest. */
  isHungry: boolean;
};

/** Before the branch's time is known. */
export const FIRST_SINCE: SinceGlance = { minutes: null, isLong: false };
export const FIRST_FOOD: FoodGlance = { food: null, foodMinutes: 0, isHungry: false };

/** How long a table has its status at `now` (POS time, epoch ms). */
export function sinceAt(table: Pick<Table, 'status' | 'since'>, now: number): SinceGlance {
  const minutes = table.since === null ? null : minutesSince(Date.parse(table.since), now);
  const isTold = minutes !== null && (isTaken(table) || minutes < EVENING_MINUTES);
  return {
    minutes: isTold && minutes < HOUR_MINUTES ? minutes : null,
    isLong: isTold && minutes >= HOUR_MINUTES,
  };
}

/**
 * The food of a party at `now` (POS time, epoch ms). `none` is said of guests who had nothing yet, who wait for a course that is
 * open, or who wait for longer than most; `last` of those who have what they ordered.
 */
export function foodAt(
  { party, foodFrom, isWaiting }: Pick<SeatedParty, 'party' | 'foodFrom' | 'isWaiting'>,
  hungryAfterMs: number | null,
  now: number,
): FoodGlance {
  const foodMinutes = foodFrom === null ? 0 : minutesSince(foodFrom, now);
  const isHungry = foodFrom !== null && hungryAfterMs !== null && now - foodFrom > hungryAfterMs;
  const hasNone = isHungry || party.lastFoodAt === null || (isWaiting && foodMinutes > 0);
  return {
    food: foodFrom === null ? null : hasNone ? 'none' : 'last',
    foodMinutes,
    isHungry,
  };
}

/** How long parties of that size mostly wait at the longest; null where that is not known. */
export function hungryMs(hungryAfter: readonly UsualWait[], guests: number | null): number | null {
  const known = hungryAfter.find((each) => each.guests === guests);
  return known ? known.seconds * 1000 : null;
}

function minutesSince(instant: number, now: number): number {
  return Math.max(0, Math.floor((now - instant) / MINUTE_MS));
}
