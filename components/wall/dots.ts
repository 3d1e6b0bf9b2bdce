import type { TableCourse } from '../../domain/live-contract';

export type Dot = 'done' | 'cooking' | 'ready';

/** The courses of a table that the POS has named, in order, as dots. */
export function dotsOf(courses: readonly TableCourse[]): Dot[] {
  return courses.map(({ state }) => {
    if (state === 'KITCHEN-TICKET-STATE-COMPLETED') return 'done';
    return state === 'KITCHEN-TICKET-STATE-READYFORPICKUP' ? 'ready' : 'cooking';
  });
}
