import { MANY_COURSES } from '../../domain/live-verdict';

/** How a share is told: of few courses as the two numbers, for "13 %" of eight is one course. */
export type LateShare =
  | { is: 'counts'; late: number; count: number }
  | { is: 'percent'; share: number; late: number; count: number };

/** @param count the courses that the share is of */
export function lateShareOf(late: number, count: number): LateShare {
  return count < MANY_COURSES ? { is: 'counts', late, count } : { is: 'percent', share: late / count, late, count };
}
