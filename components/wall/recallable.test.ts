import { expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { namedCourse } from '../../domain/testing/facts';
import { at, EVENING, ready, ticket } from '../testing/tickets';
import { WALL_OPTIONS } from './wall-options';
import { recallable } from './wall-tickets';

const minute = (count: number) => EVENING + count * 60_000;
const ids = (tickets: readonly Ticket[]) => tickets.map(({ id }) => id);
const looks = (tickets: Ticket[], now: number, courses: string[] = [], readyLeavesMs: number | null = null) => {
  const options = { ...WALL_OPTIONS.defaults, courses };
  const { hidden, gone } = recallable(tickets, { options, screen: 7, readyLeavesMs }, minute(now));
  return { hidden: ids(hidden), gone: ids(gone) };
};
const seat = (number: string) => ({ number, subNumber: '1', name: null, guests: 2 });
const sam = { id: 9, name: 'Sam' };

it('lists open tickets hidden on this screen, by table number', () => {
  const tickets = [
    ticket({ id: 'table 10', table: seat('10'), hiddenOn: [7] }),
    ticket({ id: 'table 9', table: seat('9'), hiddenOn: [7] }),
    ready(9, { id: 'counter', table: null, ticketNumber: 4, hiddenOn: [7] }),
    ticket({ id: 'elsewhere', hiddenOn: [8] }),
    ticket({ id: 'served', hiddenOn: [7], closedAt: at(9) }),
    ready(8, { id: 'taken', hiddenOn: [7], collected: { by: sam, at: at(9) } }),
  ];
  expect(looks(tickets, 10)).toEqual({ hidden: ['table 9', 'table 10', 'counter'], gone: ['served', 'taken'] });
});

it('lists tickets served, taken or closed in the last half hour, latest first', () => {
  const tickets = [
    ready(5, { id: 'served', servedAt: at(6), closedAt: at(6), closedBy: 'pos' }),
    ready(5, { id: 'taken', collected: { by: sam, at: at(8) } }),
    ready(5, { id: 'taken, then served', collected: { by: sam, at: at(7) }, servedAt: at(30), closedAt: at(30) }),
    ticket({ id: 'given up', closedAt: at(20), closedBy: 'heatlamp' }),
    ticket({ id: 'open' }),
  ];
  expect(looks(tickets, 30).gone).toEqual(['given up', 'taken', 'taken, then served', 'served']);
  expect(looks(tickets, 36).gone).toEqual(['given up', 'taken', 'taken, then served']);
  expect(looks(tickets, 38).gone).toEqual(['given up']);
});

it('lists what left a wall where nobody presses serve', () => {
  const tickets = [
    ready(5, { id: 'left' }),
    ready(9, { id: 'still shown' }),
    ready(5, { id: 'hidden', hiddenOn: [7] }),
    ready(3, { id: 'presumed', presumedServed: { at: at(8), reason: 'later-course' } }),
  ];
  expect(looks(tickets, 10, [], 4 * 60_000)).toEqual({ hidden: ['hidden'], gone: ['left', 'presumed'] });
  expect(looks(tickets, 10).gone).toEqual(['presumed']);
  expect(looks(tickets, 39, [], 4 * 60_000).gone).toEqual(['still shown']);
});

it('lists only the courses of this wall', () => {
  const tickets = [
    ticket({ id: 'main', hiddenOn: [7] }),
    ticket({
      id: 'dessert',
      course: namedCourse({ number: 4, name: null, abbreviation: 'DE', sequence: 4 }),
      hiddenOn: [7],
    }),
  ];
  expect(looks(tickets, 1, ['DE'])).toEqual({ hidden: ['dessert'], gone: [] });
});
