import { expect, test } from 'vitest';
import type { Fact, Instant } from './fact';
import type { Limits } from './limits';
import { at, clockOf, completed, namedCourse, order, served, started, table } from './testing/facts';
import { amsterdam, limits, reading, ticketOf } from './testing/seated';
import { closesAt, cookingDeadlines, deadlines, readTicket, ticketId, ticketState } from './ticket';

function closed(now: Instant, ...facts: Fact[]) {
  const { closedAt, closedBy } = ticketOf(facts, now);
  return [clockOf(closedAt), closedBy];
}

function due(facts: Fact[], expectedSeconds: number | null, overrides: Partial<Limits> = {}) {
  const { warnAt, lateAt, veryLateAt } = deadlines(ticketOf(facts), expectedSeconds, { ...limits, ...overrides });
  return [warnAt, lateAt, veryLateAt].map(clockOf);
}

test('[F8] a ticket’s state is a value of the POS’s enumeration', () => {
  expect(ticketState(ticketOf([started('18:00')]))).toBe('KITCHEN-TICKET-STATE-STARTED');
  expect(ticketState(ticketOf([completed('18:00')]))).toBe('KITCHEN-TICKET-STATE-READYFORPICKUP');
  expect(ticketState(ticketOf([served('18:00')]))).toBe('KITCHEN-TICKET-STATE-COMPLETED');
});

test('[F9][F9a] a ticket without a serve is closed 4 h after its last fact, not a millisecond earlier', () => {
  const facts = [started('12:00'), completed('12:10')];

  expect(closed(at('16:09:59.999'), ...facts)).toEqual([null, null]);
  expect(closed(at('16:10'), ...facts)).toEqual(['16:10', 'heatlamp']);
  expect(closed(at('23:00'), ...facts)).toEqual(['16:10', 'heatlamp']);
});

test('[F9a] a ticket without a serve is closed at the cut-off of the business day if that is earlier', () => {
  const cutOff = at('04:00') + 24 * 3_600_000;

  expect(closed(cutOff - 1, started('23:59'))).toEqual(['06-20 03:59', 'heatlamp']);
  expect(closed(cutOff - 1, started('23:59'), started('23:59:59'), completed('23:59:59.999'))).toEqual([
    '06-20 03:59:59.999',
    'heatlamp',
  ]);
  expect(closed(at('04:00'), started('03:59'))).toEqual(['04:00', 'heatlamp']);
  expect(closed(at('03:59:59.999'), started('03:59'))).toEqual([null, null]);
  expect(closed(at('04:30'), started('04:00'))).toEqual([null, null]);
});

test('[F9a] a ticket is closed after the time in its setting, but not after the cut-off', () => {
  const ticket = ticketOf([started('18:00')]);

  expect(clockOf(closesAt(ticket, { ...limits, autoCloseMs: 30 * 60_000 }, amsterdam))).toBe('18:30');
  expect(clockOf(closesAt(ticket, { ...limits, autoCloseMs: 48 * 3_600_000 }, amsterdam))).toBe('06-20 04:00');
});

test('[F9a] a later fact postpones the closing', () => {
  const facts = [started('12:00')];

  expect(closed(at('16:30'), ...facts)).toEqual(['16:00', 'heatlamp']);
  expect(closed(at('16:31'), ...facts, completed('16:30'))).toEqual([null, null]);
  expect(closed(at('20:30'), ...facts, completed('16:30'))).toEqual(['20:30', 'heatlamp']);
  expect(closed(at('20:31'), ...facts, completed('16:30'), served('20:30'))).toEqual(['20:30', 'pos']);
});

test('[F9a] a served ticket is closed by the POS and never auto-closed', () => {
  const facts = [started('12:00'), served('12:14')];

  expect(closed(at('23:00'), ...facts)).toEqual(['12:14', 'pos']);
  expect(closesAt(ticketOf(facts), limits, amsterdam)).toBeNull();
});

test('[F11] the limits of a ticket with an expected time are 80 %, 100 % and 150 % of it', () => {
  expect(due([started('18:00')], 600)).toEqual(['18:08', '18:10', '18:15']);
  expect(due([started('18:00')], 0.001)).toEqual(['18:00:00.001', '18:00:00.001', '18:00:00.002']);
});

test('[F11] the percentages are settings', () => {
  const overrides = { warnPercent: 50, latePercent: 110, veryLatePercent: 200 };

  expect(due([started('18:00')], 600, overrides)).toEqual(['18:05', '18:11', '18:20']);
});

test('[F11] the limits without an expected time are 10, 15 and 25 minutes, or settings', () => {
  expect(due([started('18:00')], null)).toEqual(['18:10', '18:15', '18:25']);
  expect(
    due([started('18:00')], null, { fallbackWarnMs: 1_000, fallbackLateMs: 2_000, fallbackVeryLateMs: 3_000 }),
  ).toEqual(['18:00:01', '18:00:02', '18:00:03']);
});

test('[F11] the limits of a ready ticket are 2 and 4 minutes after ready, for any expected time', () => {
  expect(due([started('18:00'), completed('18:12')], 600)).toEqual(['18:14', '18:16', null]);
  expect(due([completed('18:12')], null)).toEqual(['18:14', '18:16', null]);
  expect(due([completed('18:12')], null, { readyWarnMs: 30_000, readyLateMs: 60_000 })).toEqual([
    '18:12:30',
    '18:13',
    null,
  ]);
});

test('[F11] a served ticket has no limits, and neither has one without a start', () => {
  const none = [null, null, null];

  expect(due([started('18:00'), completed('18:12'), served('18:14')], 600)).toEqual(none);
  expect(due([started('18:00'), served('18:14')], 600)).toEqual(none);
  expect(due([served('18:14')], null)).toEqual(none);
  expect(Object.values(cookingDeadlines(null, 600, limits))).toEqual(none);
});

test('[F2] a ticket’s id consists of its order’s key, its course and its round', () => {
  expect(ticketId({ ...ticketOf([started('18:00')]), orderKey: 17 })).toBe('17-3-1');
});

const seat = { number: '12', subNumber: '1', name: 'Smith', guests: 4 };

test('[F8] a ready ticket is converted to the contract', () => {
  const facts = [started('18:00', { expectedRaw: 600, table: seat }), completed('18:12', { posRaw: 700 })];

  expect(readTicket(ticketOf(facts, at('18:13')), reading)).toEqual({
    id: '1-3-1',
    branch: 1,
    orderKind: 'table',
    orderId: order.orderId,
    orderYear: 2026,
    orderNumber: 85214,
    ticketNumber: null,
    table: table('12', { name: 'Smith', guests: 4 }),
    course: namedCourse(),
    round: 1,
    state: 'KITCHEN-TICKET-STATE-READYFORPICKUP',
    startedAt: '2026-06-19T16:00:00.000Z',
    readyAt: '2026-06-19T16:12:00.000Z',
    servedAt: null,
    closedAt: null,
    closedBy: null,
    expectedSeconds: 600,
    posSeconds: 700,
    measuredSeconds: 720,
    warnAt: '2026-06-19T16:14:00.000Z',
    lateAt: '2026-06-19T16:16:00.000Z',
    veryLateAt: null,
    changes: { tableFrom: null, nameFrom: null, guestsFrom: null },
    presumedServed: null,
    claim: null,
    collected: null,
    hiddenOn: [],
    marks: [],
    version: 0,
  });
});

test('[F9a][F11] an auto-closed ticket is marked, keeps its state and has no limits', () => {
  const seen = readTicket(ticketOf([started('12:00', { expectedRaw: 600 })], at('16:00')), reading);

  expect(seen).toMatchObject({
    state: 'KITCHEN-TICKET-STATE-STARTED',
    closedAt: '2026-06-19T14:00:00.000Z',
    closedBy: 'heatlamp',
    marks: ['auto-closed'],
    warnAt: null,
    lateAt: null,
    veryLateAt: null,
  });
});

test('[F12] while the unit is unknown, times are null, the ticket is marked, and the fallback limits apply', () => {
  const facts = [started('18:00', { expectedRaw: 10 })];
  const unknown = readTicket(ticketOf(facts), { ...reading, unit: null });

  expect(unknown).toMatchObject({ expectedSeconds: null, posSeconds: null, marks: ['unit-unknown'] });
  expect(unknown.lateAt).toBe('2026-06-19T16:15:00.000Z');
  expect(readTicket(ticketOf(facts), { ...reading, unit: 'minutes' })).toMatchObject({
    expectedSeconds: 600,
    lateAt: '2026-06-19T16:10:00.000Z',
    marks: [],
  });
});

test('[F12] a ticket without raw times is not marked, and neither is one whose times are zero', () => {
  const inDoubt = { ...reading, unit: null };

  expect(readTicket(ticketOf([started('18:00')]), inDoubt).marks).toEqual([]);
  expect(readTicket(ticketOf([completed('18:00', { expectedRaw: 0, posRaw: 0 })]), inDoubt).marks).toEqual([
    'no-start',
  ]);
  expect(readTicket(ticketOf([started('18:00'), completed('18:09', { posRaw: 9 })]), inDoubt).marks).toEqual([
    'unit-unknown',
  ]);
});
