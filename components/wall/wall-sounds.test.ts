import { expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { namedCourse } from '../../domain/testing/facts';
import { soundsOf } from '../sound/board-sounds';
import { at, EVENING, ready, ticket } from '../testing/tickets';
import { WALL_OPTIONS } from './wall-options';
import { wallSoundRules } from './wall-sounds';

const rules = wallSoundRules({ ...WALL_OPTIONS.defaults, courses: ['MA'] }, 7);
const moment = (now: number, ...tickets: Ticket[]) => ({
  tickets: new Map(tickets.map((each) => [each.id, each])),
  now: EVENING + now * 60_000,
});
/** The sound for a ticket that changes from `before` to `after` within a second. */
const events = (before: Ticket | null, after: Ticket, now: number) =>
  soundsOf(moment(now - 0.01, ...(before ? [before] : [])), moment(now, after), rules).map(({ event }) => event);

it('a wall plays a sound for new, slow, late and ready tickets', () => {
  expect(events(null, ticket(), 0)).toEqual(['new']);
  expect(events(ticket(), ticket(), 8)).toEqual(['warn']);
  expect(events(ticket(), ticket(), 10)).toEqual(['late']);
  expect(events(ticket(), ready(5), 5)).toEqual(['ready']);
});

it('a wall plays nothing for tickets it does not show: other courses, hidden here, taken by a waiter', () => {
  const dessert = ticket({ course: namedCourse({ number: 4, name: null, abbreviation: 'DE', sequence: 4 }) });
  expect(events(null, dessert, 0)).toEqual([]);
  expect(events(ticket({ hiddenOn: [7] }), ticket({ hiddenOn: [7] }), 10)).toEqual([]);
  expect(events(ticket({ hiddenOn: [8] }), ticket({ hiddenOn: [8] }), 10)).toEqual(['late']);
  const taken = ready(5, { collected: { by: { id: 9, name: 'Sam' }, at: at(5) } });
  expect(events(ticket(), taken, 5)).toEqual([]);
});

it('a wall plays nothing for a card that is restored', () => {
  expect(events(ticket({ hiddenOn: [7] }), ticket(), 12)).toEqual([]);
});

it('a wall plays nothing for food that waits on the pass', () => {
  expect(events(ready(2), ready(2), 4)).toEqual([]);
  expect(events(ready(2), ready(2), 6)).toEqual([]);
});
