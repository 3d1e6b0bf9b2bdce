import { expect, it } from 'vitest';
import type { KitchenTicketState, TableCourse } from '../../contract/live';
import { tableCourse } from '../testing/tickets';
import { dotsOf } from './dots';

const course = (number: number, state: KitchenTicketState) =>
  tableCourse({ number, abbreviation: null, sequence: number, state });

it('there is one dot per course, in the table’s order', () => {
  const dots = dotsOf([
    course(1, 'KITCHEN-TICKET-STATE-COMPLETED'),
    course(3, 'KITCHEN-TICKET-STATE-READYFORPICKUP'),
    course(2, 'KITCHEN-TICKET-STATE-STARTED'),
  ]);
  expect(dots.map(({ state }) => state)).toEqual(['done', 'ready', 'cooking']);
});

it('the first finished courses of a long evening are left out, and no more than necessary', () => {
  const states = (courses: TableCourse[]) => dotsOf(courses).map(({ state }) => state);
  const done = (count: number) =>
    Array.from({ length: count }, (_, index) => course(index + 1, 'KITCHEN-TICKET-STATE-COMPLETED'));
  const cooking = (count: number) =>
    Array.from({ length: count }, (_, index) => course(index + 20, 'KITCHEN-TICKET-STATE-STARTED'));
  expect(states([...done(5), ...cooking(1)])).toEqual([...Array(5).fill('done'), 'cooking']);
  expect(states([...cooking(2), ...done(7)])).toEqual(['cooking', 'cooking', ...Array(4).fill('done')]);
  expect(states([...done(1), ...cooking(8)])).toEqual(Array(6).fill('cooking'));
});

it('a presumed course has a quiet dot', () => {
  const ready = course(1, 'KITCHEN-TICKET-STATE-READYFORPICKUP');
  expect(dotsOf([{ ...ready, presumedServed: true }, ready]).map(({ state }) => state)).toEqual(['presumed', 'ready']);
});

it('a collected course is done, whether or not the POS reports a serve', () => {
  const ready = course(1, 'KITCHEN-TICKET-STATE-READYFORPICKUP');
  expect(dotsOf([{ ...ready, collected: true }]).map(({ state }) => state)).toEqual(['done']);
});

it('dots have unique keys, even if two orders of a table have the same course', () => {
  const started = 'KITCHEN-TICKET-STATE-STARTED';
  const keys = dotsOf([course(1, started), course(2, started), course(1, started)]).map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});
