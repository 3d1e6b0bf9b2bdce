import { describe, expect, it } from 'vitest';
import { PRACTICE_ORDER } from '../../contract/constants';
import type { Ticket } from '../../contract/live';
import { hasTable } from '../screen/table-list';
import { at, EVENING, ready, ticket } from '../testing/tickets';
import { type ComingUp, comingUp, readyIn } from './coming-up';
import type { Waiter } from './ready-rows';

const ANYBODY: Waiter = { hasTables: false, isMyTable: () => false, screen: 1 };
const OF_12: Waiter = { hasTables: true, isMyTable: hasTable(['12']), screen: 1 };

const cooking = (id: string, startedAt: number, expectedSeconds: number | null, overrides: Partial<Ticket> = {}) =>
  ticket({ id, startedAt: at(startedAt), expectedSeconds, ...overrides });
const ids = ({ next }: ComingUp) => next.map(({ id }) => id);

describe('the upcoming courses', () => {
  it('are sorted next first; those without a time follow, oldest first', () => {
    const tickets = [
      cooking('unknown, new', 2, null),
      cooking('unknown, old', 1, null),
      cooking('last', 5, 600),
      cooking('next', 0, 300),
      cooking('then', 6, 60),
    ];
    expect(ids(comingUp(tickets, ANYBODY))).toEqual(['next', 'then', 'last', 'unknown, old', 'unknown, new']);
  });

  it('are the cooking courses of my tables', () => {
    const elsewhere = { number: '13', subNumber: '1', name: null, guests: null };
    const tickets = [
      cooking('mine', 0, 600),
      cooking('theirs', 0, 600, { table: elsewhere }),
      ready(1, { id: 'ready' }),
      cooking('closed', 0, 600, { closedAt: at(240), closedBy: 'heatlamp' }),
    ];
    expect(ids(comingUp(tickets, OF_12))).toEqual(['mine']);
    expect(ids(comingUp(tickets, ANYBODY))).toEqual(['mine', 'theirs']);
  });

  it('[F28] are those of a practice too, whatever my tables are', () => {
    const practised = cooking('practice', 0, 600, {
      orderId: PRACTICE_ORDER,
      table: { number: 'P1', subNumber: '1', name: 'Practice', guests: 2 },
    });
    expect(ids(comingUp([practised], OF_12))).toEqual(['practice']);
  });

  it('are five at most, with a count of the others', () => {
    const tickets = Array.from({ length: 9 }, (_, index) => cooking(String(index), index, 600));
    const coming = comingUp(tickets, ANYBODY);
    expect(ids(coming)).toEqual(['0', '1', '2', '3', '4']);
    expect(coming.more).toBe(4);
    expect(comingUp(tickets.slice(0, 5), ANYBODY).more).toBe(0);
  });
});

describe('the expected time', () => {
  const seconds = (after: number) => EVENING + after * 1000;
  it.each([
    [0, 10],
    [1, 10],
    [59, 10],
    [60, 9],
    [599, 1],
    [600, 'late'],
    [6_000, 'late'],
  ])('after %s s of ten minutes: %s', (after, when) => {
    expect(readyIn(ticket(), seconds(after))).toBe(when);
  });

  it('is any moment as long as the server does not count the course as late', () => {
    const patient = ticket({ lateAt: at(12) });
    expect(readyIn(patient, seconds(600))).toBe('any-moment');
    expect(readyIn(patient, seconds(720))).toBe('late');
  });

  it('is absent if unknown, however long the course takes', () => {
    expect(readyIn(ticket({ expectedSeconds: null }), seconds(6_000))).toBeNull();
    expect(readyIn(ticket({ startedAt: null }), seconds(0))).toBeNull();
  });
});
