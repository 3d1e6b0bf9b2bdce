import { MINUTE_MS } from '../lib/time-units';

/** With fewer courses than this, percentiles are not meaningful. */
export const ENOUGH_COURSES = 20;

/** F18: the suggested target in whole minutes, which 80 % of the preparations would have met. `p80` is in ms. */
export function suggestedMinutes(p80: number): number {
  return Math.max(1, Math.ceil(p80 / MINUTE_MS));
}
