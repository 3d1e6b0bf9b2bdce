import { expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { at, EVENING, presumed, ready, ticket } from '../testing/tickets';
import { inFlightAt, stateAt } from './course-state';

const tapped = { by: { id: 1, name: 'Sam' }, at: at(6) };

it.each<[string, number, Ticket]>([
  ['cooking', 1, ticket()],
  ['warn', 8, ticket()],
  ['late', 10, ticket()],
  ['very-late', 15, ticket()],
  ['ready', 6, ready(5)],
  ['ready-warn', 7, ready(5)],
  ['ready-late', 9, ready(5, { claim: tapped })],
  ['collected', 60, ready(5, { collected: tapped })],
  ['collected', 60, ready(5, { collected: tapped, closedAt: at(16), closedBy: 'screen' })],
  ['presumed', 60, presumed(5)],
  ['collected', 60, presumed(5, { collected: tapped })],
  ['served', 60, ready(5, { collected: tapped, servedAt: at(7), closedAt: at(7) })],
  ['closed', 60, ticket({ closedAt: at(59), closedBy: 'heatlamp' })],
])('is %s at minute %i', (state, minutes, course) => {
  expect(stateAt(course, EVENING + minutes * 60_000)).toBe(state);
});

it('the counts include only courses that need action', () => {
  const tickets = [
    ticket(),
    ticket({ lateAt: at(30), veryLateAt: null }),
    ready(5),
    ready(19),
    ready(5, { collected: tapped }),
    presumed(5),
    ready(5, { servedAt: at(6), closedAt: at(6) }),
  ];
  expect(inFlightAt(tickets, EVENING + 20 * 60_000)).toEqual({ cooking: 2, ready: 2, late: 1, tooLong: 1 });
});
