import type { Table } from '../../contract/live';
import { minutesSince } from '../presumed/presumed';
import { isTaken, type SeatedParty } from './arrange';

const HOUR_MINUTES = 60;
/** A table that was free for longer was free all evening, so its time does not matter. */
const EVENING_MINUTES = 6 * HOUR_MINUTES;

/** The part of a table's status that depends on time. */
export type TimedStatus = {
  /** Whole minutes in this status if they are less than an hour; otherwise the time of day is shown. */
  minutes: number | null;
  /** Whether to show the time of day. */
  isLong: boolean;
};

/** The part of a party that depends on time. */
export type TimedFood = {
  food: 'none' | 'last' | null;
  foodMinutes: number;
  /** Past the usual longest wait of parties of that size. */
  isHungry: boolean;
};

/** Used until the branch's time is known. */
export const FIRST_SINCE: TimedStatus = { minutes: null, isLong: false };
export const FIRST_FOOD: TimedFood = { food: null, foodMinutes: 0, isHungry: false };

/** How long a table has had its status at `now` (POS time, epoch ms). */
export function sinceAt(table: Pick<Table, 'status' | 'since'>, now: number): TimedStatus {
  const minutes = table.since === null ? null : minutesSince(Date.parse(table.since), now);
  const isKnown = minutes !== null && (isTaken(table) || minutes < EVENING_MINUTES);
  return {
    minutes: isKnown && minutes < HOUR_MINUTES ? minutes : null,
    isLong: isKnown && minutes >= HOUR_MINUTES,
  };
}

/**
 * The food of a party at `now` (POS time, epoch ms). `none` for guests who had nothing yet, who wait for an open
 * course, or who wait longer than usual; `last` for those who have what they ordered.
 */
export function foodAt(
  { party, foodFrom, isWaiting }: Pick<SeatedParty, 'party' | 'foodFrom' | 'isWaiting'>,
  usualWaitMs: number | null,
  now: number,
): TimedFood {
  const foodMinutes = foodFrom === null ? 0 : minutesSince(foodFrom, now);
  const isHungry = foodFrom !== null && usualWaitMs !== null && now - foodFrom > usualWaitMs;
  const hasNone = isHungry || party.lastFoodAt === null || (isWaiting && foodMinutes > 0);
  return {
    food: foodFrom === null ? null : hasNone ? 'none' : 'last',
    foodMinutes,
    isHungry,
  };
}
