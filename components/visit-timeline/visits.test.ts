import { expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { at, EVENING, ready, ticket } from '../testing/tickets';
import { visitsOf } from './visits';

const minute = (minutes: number) => EVENING + minutes * 60_000;
const served = (id: string, from: number, to: number, overrides: Partial<Ticket> = {}): Ticket =>
  ready(to - 1, { id, startedAt: at(from), servedAt: at(to), closedAt: at(to), closedBy: 'pos', ...overrides });
const ids = (tickets: Ticket[]) =>
  visitsOf(tickets, minute(300)).map(({ courses }) => courses.map((course) => course.ticket.id));

it('a visit is an order with its courses in order of their start', () => {
  expect(ids([served('1-3-1', 40, 60), served('1-2-1', 0, 20)])).toEqual([['1-2-1', '1-3-1']]);
  const together = [served('1-3-1', 0, 20), served('1-2-1', 0, 20, { course: { ...ticket().course, sequence: 2 } })];
  expect(ids(together)).toEqual([['1-2-1', '1-3-1']]);
});

it('the next party is a separate visit, and comes first', () => {
  const [newest, before] = visitsOf(
    [
      served('7-2-1', 0, 20),
      ticket({ id: '21-2-1', startedAt: at(90), table: { number: '12', subNumber: '1', name: 'de Boer', guests: 2 } }),
    ],
    minute(100),
  );
  expect(newest).toMatchObject({ id: '21-2-1', name: 'de Boer', guests: 2, from: minute(90), to: minute(100) });
  expect(before).toMatchObject({ id: '7-2-1', name: 'J. Smith', guests: 4, from: minute(0), to: minute(20) });
});

it('overlapping orders are separate visits without each other’s courses', () => {
  const chain = [served('1-2-1', 0, 30), served('2-2-1', 20, 50), served('1-3-1', 40, 70)];
  expect(ids(chain)).toEqual([['2-2-1'], ['1-2-1', '1-3-1']]);
});

it('an open order continues until now', () => {
  expect(ids([ticket({ id: '1-2-1' }), served('2-2-1', 30, 40)])).toEqual([['2-2-1'], ['1-2-1']]);
});

it('there are no visits without courses, or without any event', () => {
  expect(visitsOf([], minute(1))).toEqual([]);
  expect(visitsOf([ticket({ startedAt: null })], minute(1))).toEqual([]);
});
