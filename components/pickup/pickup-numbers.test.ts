import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { MINUTE_MS } from '../../lib/time';
import { at, EVENING, ready, ticket } from '../testing/tickets';
import { arrange, FRESH_MS, numberText } from './pickup-numbers';

const CLEAR_MS = 10 * MINUTE_MS;
const counter = { orderKind: 'cafeteria', table: null, orderNumber: 85_214, ticketNumber: 38 } as const;

const cooks = (id: string, minutes: number, overrides: Partial<Ticket> = {}) =>
  ticket({ ...counter, id, startedAt: at(minutes), ...overrides });
const waits = (id: string, minutes: number, overrides: Partial<Ticket> = {}) =>
  ready(minutes, { ...counter, id, ...overrides });
const served = (id: string, minutes: number) =>
  ready(minutes, { ...counter, id, servedAt: at(minutes + 1), closedAt: at(minutes + 1), closedBy: 'pos' });

/** The numbers of both halves, `minutes` into the evening. */
function shown(tickets: Ticket[], minutes: number, clearMs = CLEAR_MS) {
  const { preparing, ready } = arrange(tickets, clearMs, EVENING + minutes * MINUTE_MS);
  return { preparing: preparing.map(({ number }) => number), ready: ready.map(({ number }) => number) };
}

describe('the number of an order', () => {
  it('is that of its ticket, else that of the order', () => {
    expect(shown([cooks('1-3-1', 0), cooks('2-3-1', 1, { ticketNumber: null })], 2).preparing).toEqual([38, 85_214]);
    expect(shown([cooks('1-3-1', 0, { ticketNumber: 0 })], 2).preparing).toEqual([0]);
  });

  it('is none where there is none, and what a table ordered has none here', () => {
    const unnamed = cooks('1-3-1', 0, { ticketNumber: null, orderNumber: null });
    const ofTable = ticket({ id: '2-3-1', table: null, ticketNumber: 12 });
    expect(shown([unnamed, ofTable], 2)).toEqual({ preparing: [], ready: [] });
  });

  it('appears once, for any number of courses and rounds', () => {
    const order = [cooks('1-2-1', 0), cooks('1-3-1', 1), waits('1-4-1', 1), cooks('1-3-2', 2)];
    expect(shown(order, 3)).toEqual({ preparing: [38], ready: [] });
  });

  it('leaves at once when it is handed over, although the POS reports no serve', () => {
    const handedOver = waits('1-3-1', 1, { collected: { by: { id: 1, name: 'Sam' }, at: at(2) } });
    expect(shown([handedOver], 3)).toEqual({ preparing: [], ready: [] });
  });

  it('stands twice where two orders have it', () => {
    expect(shown([cooks('1-3-1', 0), waits('2-3-1', 1)], 2)).toEqual({ preparing: [38], ready: [38] });
    expect(shown([cooks('1-3-1', 0), cooks('11-3-1', 0)], 2).preparing).toEqual([38, 38]);
  });

  it('comes with the ticket that changed last', () => {
    const order = [cooks('1-2-1', 0, { version: 4 }), cooks('1-3-1', 0, { version: 9 }), cooks('1-4-1', 0)];
    expect(arrange(order, CLEAR_MS, EVENING).preparing).toMatchObject([{ order: '1', ticket: '1-3-1' }]);
  });
});

describe('an order', () => {
  it('is preparing while one of its courses cooks, and ready since the last of them is', () => {
    expect(shown([waits('1-2-1', 4), cooks('1-3-1', 0)], 5)).toEqual({ preparing: [38], ready: [] });
    const made = [waits('1-2-1', 4), waits('1-3-1', 9)];
    expect(shown(made, 9)).toEqual({ preparing: [], ready: [38] });
    expect(arrange(made, CLEAR_MS, EVENING + 9 * MINUTE_MS).ready[0]?.since).toBe(EVENING + 9 * MINUTE_MS);
  });

  it('is ready when all are ready or served', () => {
    expect(shown([served('1-2-1', 4), waits('1-3-1', 5)], 6)).toEqual({ preparing: [], ready: [38] });
    expect(shown([served('1-2-1', 4), cooks('1-3-1', 0)], 6)).toEqual({ preparing: [38], ready: [] });
  });

  it('waits for nothing that is not started', () => {
    const planned = cooks('1-4-1', 0, { startedAt: null, state: 'KITCHEN-TICKET-STATE-NOT-STARTED' });
    expect(shown([waits('1-3-1', 4), planned], 5)).toEqual({ preparing: [], ready: [38] });
    expect(shown([planned], 5)).toEqual({ preparing: [], ready: [] });
  });

  it('that was called stays ready when another course of it is started', () => {
    const order = [waits('1-3-1', 4), cooks('1-4-1', 5)];
    expect(shown(order, 6)).toEqual({ preparing: [], ready: [38] });
    expect(shown([served('1-3-1', 4), cooks('1-4-1', 5)], 6)).toEqual({ preparing: [38], ready: [] });
    expect(shown(order, 14)).toEqual({ preparing: [38], ready: [] });
    expect(shown([waits('1-3-1', 4), waits('1-4-1', 13)], 14)).toEqual({ preparing: [], ready: [38] });
  });

  it('leaves at once when it is served or closed', () => {
    expect(shown([served('1-3-1', 4)], 5)).toEqual({ preparing: [], ready: [] });
    expect(shown([cooks('1-3-1', 0, { closedAt: at(3), closedBy: 'heatlamp' })], 5).preparing).toEqual([]);
  });

  it('leaves once it is presumed served', () => {
    const fetched = { presumedServed: { at: at(5), reason: 'counter-wait' } } as const;
    expect(shown([waits('1-3-1', 4, fetched)], 5)).toEqual({ preparing: [], ready: [] });
  });

  it('leaves so long after it became ready', () => {
    const order = [waits('1-3-1', 4)];
    expect(shown(order, 13.99).ready).toEqual([38]);
    expect(shown(order, 14).ready).toEqual([]);
    expect(shown(order, 4.09, 0.1 * MINUTE_MS).ready).toEqual([38]);
    expect(shown(order, 4.1, 0.1 * MINUTE_MS).ready).toEqual([]);
  });

  it('is fresh for some seconds, also where the clocks disagree', () => {
    const isFresh = (now: number) => arrange([waits('1-3-1', 4)], CLEAR_MS, now).ready[0]?.isFresh;
    const readyAt = EVENING + 4 * MINUTE_MS;
    expect([readyAt - 2_000, readyAt, readyAt + FRESH_MS - 1, readyAt + FRESH_MS].map(isFresh)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

it('what is ready last stands first, and what was begun first', () => {
  const named = (id: string, ticketNumber: number) => ({ id, ticketNumber });
  const tickets = [
    waits('1', 3, named('1-3-1', 7)),
    waits('2', 5, named('2-3-1', 5)),
    waits('3', 5, named('3-3-1', 6)),
    cooks('4', 3, named('4-3-1', 9)),
    cooks('5', 2, named('5-3-1', 10)),
    cooks('6', 2, named('6-3-1', 8)),
  ];
  expect(shown(tickets, 6)).toEqual({ preparing: [8, 10, 9], ready: [6, 5, 7] });
  expect(shown(tickets.reverse(), 6)).toEqual({ preparing: [8, 10, 9], ready: [6, 5, 7] });
});

it.each([
  ['0', 0, 'TEST'],
  ['9000000105', 7, 'P7'],
  ['12', 7, '7'],
])('[F26b][F28d] the number of order %s is shown and called as what it is', (order, number, text) => {
  expect(numberText({ order, number })).toBe(text);
});
