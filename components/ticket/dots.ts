import type { TableCourse } from '../../contract/live';

export type DotState = 'done' | 'presumed' | 'cooking' | 'ready';

/** `key` is unique at its table, even if two orders have the same course. */
export type Dot = { key: string; state: DotState; abbreviation: string | null };

/** Number of dots that fit on the narrowest card beside its target. */
const MAX_DOTS = 6;

/**
 * Returns a dot for each course of a table that the POS has named, in order. If there are too many, the first finished
 * ones are left out.
 */
export function dotsOf(courses: readonly TableCourse[]): Dot[] {
  const seen = new Map<number, number>();
  const all = courses.map((course): Dot => {
    const { number, abbreviation } = course;
    const times = (seen.get(number) ?? 0) + 1;
    seen.set(number, times);
    return { key: `${number}/${times}`, state: dotState(course), abbreviation };
  });
  let tooMany = all.length - MAX_DOTS;
  const telling = all.filter(({ state }) => {
    if (tooMany <= 0 || (state !== 'done' && state !== 'presumed')) return true;
    tooMany -= 1;
    return false;
  });
  return telling.slice(-MAX_DOTS);
}

/** Whether the food of a course is on its table, also without a serve in the POS. */
export function isOnTable({ state, collected }: TableCourse): boolean {
  return state === 'KITCHEN-TICKET-STATE-COMPLETED' || collected === true;
}

function dotState(course: TableCourse): DotState {
  const { state, presumedServed } = course;
  if (presumedServed) return 'presumed';
  if (isOnTable(course)) return 'done';
  return state === 'KITCHEN-TICKET-STATE-READYFORPICKUP' ? 'ready' : 'cooking';
}
