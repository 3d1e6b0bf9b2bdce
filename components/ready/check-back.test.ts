import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { MINUTE_MS } from '../../lib/time';
import { hasTable } from '../screen/table-list';
import { at, EVENING, ready, ticket } from '../testing/tickets';
import { checkBacks } from './ready-board';
import type { Waiter } from './ready-rows';

const ANYBODY: Waiter = { hasTables: false, isMyTable: () => false, screen: 1 };

const place = (number: string, subNumber = '1') => ({ number, subNumber, name: null, guests: 2 });
const served = (id: string, minutes: number, overrides: Partial<Ticket> = {}) =>
  ready(minutes - 1, {
    id,
    table: place(id),
    servedAt: at(minutes),
    closedAt: at(minutes),
    closedBy: 'pos',
    ...overrides,
  });

/** Tickets to check back on at that minute, five minutes after a serve. */
const due = (
  tickets: Ticket[],
  minutes: number,
  overrides: { waiter?: Waiter; done?: string[]; after?: number | null } = {},
) => {
  const { waiter = ANYBODY, done = [], after = 5 * MINUTE_MS } = overrides;
  return checkBacks(tickets, waiter, after, new Set(done), EVENING + minutes * MINUTE_MS).map(({ id }) => id);
};

describe('a table is listed for a check-back', () => {
  it('from the chosen minutes after a serve, for twenty minutes', () => {
    const one = [served('5', 10)];
    expect(due(one, 14.99)).toEqual([]);
    expect(due(one, 15)).toEqual(['5']);
    expect(due(one, 34.99)).toEqual(['5']);
    expect(due(one, 35)).toEqual([]);
  });

  it('after a collection if the POS reports no serve', () => {
    const one = [ready(9, { id: '5', collected: { by: { id: 2, name: 'Lee' }, at: at(10) } })];
    expect(due(one, 15)).toEqual(['5']);
  });

  it('after the collection, also if the POS reports the serve later', () => {
    const one = [served('5', 12, { collected: { by: { id: 2, name: 'Lee' }, at: at(10) } })];
    expect([due(one, 14.99), due(one, 15), due(one, 35)]).toEqual([[], ['5'], []]);
  });

  it('not if check-backs are off, nor once done', () => {
    expect(due([served('5', 10)], 16, { after: null })).toEqual([]);
    expect(due([served('5', 10), served('6', 10)], 16, { done: ['5'] })).toEqual(['6']);
  });

  it('once per party: after its own last food, not that of another party at the table', () => {
    const tickets = [served('5-1-1', 8), served('5-2-1', 10)];
    expect(due(tickets, 14)).toEqual([]);
    expect(due(tickets, 16)).toEqual(['5-2-1']);
    expect(due(tickets, 16, { done: ['5-2-1'] })).toEqual([]);
    expect(due([...tickets, served('6-1-1', 9, { table: place('5') })], 16)).toEqual(['6-1-1', '5-2-1']);
  });

  it('not once the next course is ready, but still while it cooks', () => {
    const next = (overrides: Partial<Ticket>) =>
      ticket({ id: '5-3-1', table: place('5'), startedAt: at(11), ...overrides });
    expect(due([served('5', 10), next({})], 16)).toEqual(['5']);
    expect(due([served('5', 10), next({ readyAt: at(15.5) })], 16)).toEqual([]);
  });

  it('also if the kitchen pressed ready after the waiter pressed served', () => {
    expect(due([served('5-1-1', 10, { readyAt: at(10.5) })], 16)).toEqual(['5-1-1']);
    expect(due([served('5-1-1', 10), served('5-2-1', 9.9, { readyAt: at(10.5) })], 16)).toEqual(['5-1-1']);
  });

  it('not because of another part of the table', () => {
    const tickets = [served('5', 10), ready(12, { id: '6', table: place('5', '2') })];
    expect(due(tickets, 16)).toEqual(['5']);
  });

  it('if it is one of my tables, longest ago first; counter tickets never are', () => {
    const tickets = [served('12', 11), served('5', 10), served('30', 9), served('38', 10, { table: null })];
    expect(due(tickets, 17)).toEqual(['30', '5', '12']);
    const waiter: Waiter = { hasTables: true, isMyTable: hasTable(['1-12']), screen: 1 };
    expect(due(tickets, 17, { waiter })).toEqual(['5', '12']);
  });

  it('not for food that nobody brought', () => {
    expect(due([ready(1, { closedAt: at(2), closedBy: 'heatlamp' })], 10)).toEqual([]);
  });
});
