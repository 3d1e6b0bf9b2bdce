import type { Measure } from '../../contract/constants';
import type { GroupFigures, Spread } from '../../contract/reports';
import { areServesRare } from '../../domain/course-times';

/** Percentiles of fewer courses are not shown. */
export const MIN_COURSES = 20;

/** Returns the spread if it has enough courses, else null. */
export function shown(spread: Spread | null): Spread | null {
  return spread !== null && spread.n >= MIN_COURSES ? spread : null;
}

/** F15d: whether a measure of a group says little, because *served* is rarely pressed. */
export function isDoubtful(measure: Measure, group: Pick<GroupFigures, 'serves'> | null): boolean {
  return measure !== 'preparation' && group !== null && areServesRare(group.serves);
}
