import { describe, expect, it } from 'vitest';
import { at, EVENING, presumed, ready } from '../testing/tickets';
import { minutesSince, presumedOf } from './presumed-line';

describe('the list of presumed courses', () => {
  it('is sorted by how long each has been ready, then by id', () => {
    const tickets = [presumed(9, { id: '10-1-1' }), presumed(9, { id: '9-1-1' }), presumed(2, { id: '11-1-1' })];
    expect(presumedOf(tickets, () => true).map(({ id }) => id)).toEqual(['11-1-1', '9-1-1', '10-1-1']);
  });

  it('omits waiting, served, closed and collected courses', () => {
    const by = { id: 1, name: 'Sam' };
    const tickets = [
      ready(1),
      presumed(1, { servedAt: at(30), closedAt: at(30) }),
      presumed(1, { closedAt: at(30), closedBy: 'screen' }),
      presumed(1, { collected: { by, at: at(3) } }),
    ];
    expect(presumedOf(tickets, () => true)).toEqual([]);
  });

  it('includes only what the screen shows', () => {
    const tickets = [presumed(1, { id: '1-1-1' }), presumed(1, { id: '2-1-1' })];
    expect(presumedOf(tickets, ({ id }) => id === '2-1-1')).toEqual([tickets[1]]);
  });
});

it('minutes are whole and never negative', () => {
  expect([-1, 59_999, 60_000].map((ms) => minutesSince(EVENING, EVENING + ms))).toEqual([0, 0, 1]);
});
