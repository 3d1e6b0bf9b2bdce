import { MANY_COURSES } from '../../domain/live-verdict';

/** A share for display: two numbers if there are few courses, because "13 %" of eight is one course. */
type LateShare =
  | { is: 'counts'; late: number; count: number }
  | { is: 'percent'; share: number; late: number; count: number };

/** @param count number of courses in total */
export function lateShareOf(late: number, count: number): LateShare {
  return count < MANY_COURSES ? { is: 'counts', late, count } : { is: 'percent', share: late / count, late, count };
}
