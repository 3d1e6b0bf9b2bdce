import type { Spread } from '../../contract/reports';

/** Percentiles of fewer courses are not shown. */
export const MIN_COURSES = 20;

/** Returns the spread if it has enough courses, else null. */
export function shown(spread: Spread | null): Spread | null {
  return spread !== null && spread.n >= MIN_COURSES ? spread : null;
}
