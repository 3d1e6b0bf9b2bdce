import { expect, test } from 'vitest';
import type { OrderNames } from './fact';
import { foldOrder } from './fold';
import {
  at,
  completed,
  desserts,
  mains,
  namedCourse,
  order,
  served,
  started,
  starters,
  tickets,
} from './testing/facts';

test('[F1] an order has at least one fact', () => {
  expect(() => foldOrder([])).toThrow('at least one fact');
});

test('[F2] a ticket is one round of one course of one order', () => {
  const dessert = { course: desserts };
  const made = tickets(started('18:00'), started('18:01', dessert), completed('18:12'), started('18:20'));

  expect(made.map(({ course, round }) => `${course} ${round}`)).toEqual(['MA 1', 'MA 2', 'DE 1']);
});

test('[F2] an order that was ever a table order stays one; its cafeteria order becomes its other id', () => {
  const cafeteria: OrderNames = { ...order, kind: 'cafeteria', orderId: 'cafe', number: 6540, ticketNumber: 40 };
  const tableOrder: OrderNames = { ...order, otherOrderId: 'cafe' };
  const expected = { ...order, otherOrderId: 'cafe', ticketNumber: 40 };

  const tableFirst = [started('18:00', { order: tableOrder }), completed('18:12', { order: cafeteria })];
  const tableLast = [started('18:00', { order: cafeteria }), completed('18:12', { order: tableOrder })];
  expect(foldOrder(tableFirst).names).toEqual(expected);
  expect(foldOrder(tableLast).names).toEqual(expected);
  expect(foldOrder([started('18:00', { order: cafeteria })]).names).toEqual(cafeteria);
});

test('[F2] names that a later fact omits are kept, and names that it changes are replaced', () => {
  const { names } = foldOrder([
    started('18:00', { order: { ...order, year: 2025, number: 1, ticketNumber: 40 } }),
    completed('18:12', { order: { ...order, year: 2026, number: null } }),
  ]);

  expect(names).toEqual({ ...order, year: 2026, number: 1, ticketNumber: 40 });
});

test('[F2] all rounds of a course have the names from the newest fact that has them', () => {
  const spelled = namedCourse({ number: 3, name: 'Main courses', abbreviation: null, sequence: 5 });
  const { tickets: made } = foldOrder([started('18:00'), completed('18:12'), started('18:30', { course: spelled })]);

  expect(made.map(({ course }) => course)).toEqual([
    namedCourse({ number: 3, name: 'Main courses', abbreviation: 'MA', sequence: 5 }),
    namedCourse({ number: 3, name: 'Main courses', abbreviation: 'MA', sequence: 5 }),
  ]);
});

test('[F6] measured preparation is ready minus start, by the POS’s clock', () => {
  const [ticket] = foldOrder([started('18:00:00.250'), completed('18:12:00.750', { posRaw: 58 })]).tickets;

  expect(ticket).toMatchObject({ measuredMs: 720_500, posRaw: 58 });
});

test('[F6] preparation is not measured without a start, without a completion, or if clocks disagree', () => {
  expect(tickets(started('18:00'), served('18:14'))[0]?.measured).toBeNull();
  expect(tickets(completed('18:12'), served('18:14'))[0]?.measured).toBeNull();
  expect(tickets(started('18:00'), served('18:11:50'), completed('18:12'))[0]?.measured).toBeNull();
  expect(tickets(completed('18:12'), started('18:12:10'))[0]?.measured).toBeNull();
});

test('[F6] the time from the POS is that of the completion that counts, separately for each round', () => {
  const { tickets: made } = foldOrder([
    started('18:00', { expectedRaw: 60 }),
    completed('18:10', { posRaw: 600, expectedRaw: 65 }),
    completed('18:12', { posRaw: 720 }),
    served('18:14'),
    started('18:30', { expectedRaw: 90 }),
  ]);

  expect(made.map(({ expectedRaw, posRaw }) => [expectedRaw, posRaw])).toEqual([
    [65, 720],
    [90, null],
  ]);
});

test('[F9] the newest fact of a round is its last news, even if it changes nothing else', () => {
  const { tickets: made } = foldOrder([
    started('18:00'),
    started('18:05'),
    completed('18:12', { course: starters }),
    completed('18:20'),
    served('18:21'),
    served('18:40'),
    started('18:41'),
  ]);

  expect(made.map(({ course, round, lastNewsAt }) => [course.abbreviation, round, lastNewsAt])).toEqual([
    ['MA', 1, at('18:40')],
    ['MA', 2, at('18:41')],
    ['ST', 1, at('18:12')],
  ]);
});

test('[F4] roundOf has the round of each fact', () => {
  const facts = [
    started('18:00'),
    completed('18:05'),
    started('18:10'),
    served('18:11'),
    served('18:12'),
    completed('18:12:30'),
    served('18:20'),
    started('18:25', { course: mains }),
  ];
  const { roundOf } = foldOrder(facts);

  expect(facts.map((fact) => roundOf.get(fact))).toEqual([1, 1, 2, 1, 2, 2, 2, 3]);
});

test('[F3] marks are listed in a fixed order', () => {
  const { tickets: made } = foldOrder([
    started('18:00', { table: { number: '1', subNumber: '1', name: 'A', guests: 1 } }),
    completed('18:05'),
    completed('18:06:30', { course: desserts }),
    completed('18:07', { course: desserts }),
    started('18:08', { course: desserts }),
    served('18:10', { table: { number: '2', subNumber: '1', name: 'B', guests: 2 } }),
  ]);

  expect(made.map(({ marks }) => marks)).toEqual([
    ['moved', 'renamed', 'guests'],
    ['clock', 'completed-again', 'moved', 'renamed', 'guests'],
  ]);
});

test('[F12] a time of zero does not replace a known time', () => {
  const { tickets: made } = foldOrder([started('18:00', { expectedRaw: 600 }), completed('18:05', { expectedRaw: 0 })]);

  expect(made[0]?.expectedRaw).toBe(600);
});
