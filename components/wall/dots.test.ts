import { expect, it } from 'vitest';
import type { KitchenTicketState, TableCourse } from '../../domain/live-contract';
import { dotsOf } from './dots';

const course = (number: number, state: KitchenTicketState): TableCourse => ({
  number,
  abbreviation: null,
  sequence: number,
  state,
});

it('is one dot per course, in the table’s order', () => {
  const dots = dotsOf([
    course(1, 'KITCHEN-TICKET-STATE-COMPLETED'),
    course(3, 'KITCHEN-TICKET-STATE-READYFORPICKUP'),
    course(2, 'KITCHEN-TICKET-STATE-STARTED'),
  ]);
  expect(dots.map(({ state }) => state)).toEqual(['done', 'ready', 'cooking']);
});

it('tells dots apart, also where two orders of a table have the same course', () => {
  const started = 'KITCHEN-TICKET-STATE-STARTED';
  const keys = dotsOf([course(1, started), course(2, started), course(1, started)]).map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});
