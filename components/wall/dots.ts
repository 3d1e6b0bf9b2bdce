import type { TableCourse } from '../../domain/live-contract';

export type DotState = 'done' | 'cooking' | 'ready';

/** `key` tells dots of one table apart, also where two orders have the same course. */
export type Dot = { key: string; state: DotState };

/** The courses of a table that the POS has named, in order, as dots. */
export function dotsOf(courses: readonly TableCourse[]): Dot[] {
  const seen = new Map<number, number>();
  return courses.map(({ number, state }) => {
    const times = (seen.get(number) ?? 0) + 1;
    seen.set(number, times);
    return { key: `${number}/${times}`, state: dotState(state) };
  });
}

function dotState(state: TableCourse['state']): DotState {
  if (state === 'KITCHEN-TICKET-STATE-COMPLETED') return 'done';
  return state === 'KITCHEN-TICKET-STATE-READYFORPICKUP' ? 'ready' : 'cooking';
}
