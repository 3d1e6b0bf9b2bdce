import { expect, test } from 'vitest';
import type { Fact } from './fact';
import { at, clockOf, completed, desserts, mains, order, served, started, starters, table } from './testing/facts';
import { amsterdam, another, limits, reading, seated, ticketOf, view } from './testing/seated';
import { closesAt, readTicket, ticketDueAt } from './ticket';
import type { TicketAction } from './ticket-action';

const twelve = { table: table('12', { name: 'Smith', guests: 4 }) };
const later = { ...another(2), table: table('12', { name: 'Jones', guests: 2 }) };
const counter = { order: { ...order, kind: 'cafeteria' as const }, table: null };

/** When and why the first ready course without a serve is presumed served: `18:24 later-course`. */
function presumedAt(now: string, ...orders: Fact[][]): string | null {
  const presumed = seated(orders, at(now)).find(
    ({ readyAt, servedAt }) => readyAt !== null && servedAt === null,
  )?.presumed;
  return presumed ? `${clockOf(presumed.at)} ${presumed.reason}` : null;
}

function tapped(kind: TicketAction['kind'], clock: string, readyAt: string): TicketAction {
  return {
    id: `${kind}-${clock}`,
    kind,
    by: { id: 1, name: 'Sam' },
    at: at(clock),
    receivedAt: at(clock),
    seenReadyAt: at(readyAt),
  };
}

test('[F22a] a course is presumed served once a later one of its order has been served for the serve limit', () => {
  const forgotten = [completed('18:00', { course: starters }), completed('18:15'), served('18:20')];

  expect(presumedAt('18:23:59.999', forgotten)).toBeNull();
  expect(presumedAt('18:24', forgotten)).toBe('18:24 later-course');
});

test('[F22a] only a course that became ready or started later counts as a later course', () => {
  const earlier = [completed('18:00', { course: starters }), completed('18:15'), served('18:20', { course: starters })];
  const withoutCompletion = [completed('18:00', { course: starters }), started('18:10'), served('18:20')];
  const serveAlone = [completed('18:00', { course: starters }), served('18:20')];

  expect(presumedAt('20:00', earlier)).toBeNull();
  expect(presumedAt('20:00', withoutCompletion)).toBe('18:24 later-course');
  expect(presumedAt('20:00', serveAlone)).toBeNull();
});

test('[F22b] a course is presumed served once another order has been at its table for the serve limit', () => {
  const forgotten = [completed('18:00', twelve)];

  expect(presumedAt('18:33', forgotten, [started('18:30', later)])).toBeNull();
  expect(presumedAt('18:34', forgotten, [started('18:30', later)])).toBe('18:34 table-retaken');
});

test('[F22b] a party whose food is still being cooked is at its table even if another order comes there', () => {
  const cooking = [completed('18:00', twelve), started('18:10', { course: desserts })];
  const readySince = [completed('18:40', twelve)];

  expect(presumedAt('20:00', cooking, [started('18:30', later)])).toBeNull();
  expect(presumedAt('20:00', readySince, [started('18:30', later)])).toBeNull();
  expect(
    presumedAt(
      '20:00',
      [completed('18:00', twelve)],
      [started('18:30', { ...later, ...another(3), table: table('13') })],
    ),
  ).toBeNull();
});

test('[F22c] a counter ticket is presumed served after 20 minutes, a table’s ticket never by time alone', () => {
  expect(presumedAt('18:19:59.999', [completed('18:00', counter)])).toBeNull();
  expect(presumedAt('18:20', [completed('18:00', counter)])).toBe('18:20 counter-wait');
  expect(presumedAt('21:00', [completed('18:00', twelve)])).toBeNull();
});

test('[F22] the earliest of several reasons counts', () => {
  const forgotten = [completed('18:00', { course: starters, ...twelve }), completed('18:15'), served('18:20')];

  expect(presumedAt('20:00', forgotten, [started('18:18', later)])).toBe('18:22 table-retaken');
  expect(presumedAt('20:00', forgotten, [started('18:21', later)])).toBe('18:24 later-course');
});

test('[F22] a ticket that is presumed served keeps its state, and has a mark, a reason and no limits', () => {
  const [presumed] = seated(
    [[completed('18:00', { course: starters }), completed('18:15'), served('18:20')]],
    at('18:24'),
  );

  expect(presumed && readTicket(presumed, reading)).toMatchObject({
    state: 'KITCHEN-TICKET-STATE-READYFORPICKUP',
    closedAt: null,
    warnAt: null,
    lateAt: null,
    presumedServed: { at: '2026-06-19T16:24:00.000Z', reason: 'later-course' },
    marks: ['no-start', 'presumed-served'],
  });
});

test('[F22] a later serve overrides the presumption', () => {
  const inTime = [completed('18:00', { course: starters }), served('18:05', { course: starters }), completed('18:15')];

  expect(seated([[...inTime, served('18:20')]], at('19:00'))).toEqual(
    seated([[served('18:20'), ...inTime.toReversed()]], at('19:00')),
  );
});

test('[F22] a ticket is due exactly once when it becomes presumed served', () => {
  const [course, other] = seated(
    [[completed('18:00', { course: starters }), completed('18:15'), served('18:20')]],
    at('18:22'),
  );
  if (!course || !other) throw new Error('two courses were expected');
  const company = { courses: [course, other], seatedAt: course.seatedAt, nextArrival: () => null };
  const isDue = (clock: string, ticket = course) => ticketDueAt(ticket, 0, limits, amsterdam, company) <= at(clock);

  expect([isDue('18:23'), isDue('18:24')]).toEqual([false, true]);
  expect(isDue('18:25', { ...course, presumed: { at: at('18:24'), reason: 'later-course' } })).toBe(false);
});

test('[F22] a table whose only open course is presumed served needs no action', () => {
  const forgotten = [completed('18:00', { course: starters, ...twelve }), completed('18:15'), served('18:20')];

  expect(view(at('18:23'), [forgotten])).toMatchObject({ status: 'TAKEN-AND-ACTION-REQUIRED', changesAt: '18:24' });
  expect(view(at('18:24'), [forgotten])).toMatchObject({ status: 'TAKEN', since: '18:24', changesAt: '19:05' });
});

test('[F10e] still-here withdraws the presumption until other food is ready', () => {
  const facts = [completed('18:00', counter)];

  expect(ticketOf(facts, at('18:30'), [tapped('still-here', '18:25', '18:00')]).presumed).toBeNull();
  expect(ticketOf(facts, at('21:59'), [tapped('still-here', '18:25', '18:00')]).presumed).toBeNull();
  const again = [...facts, completed('18:40', counter)];
  expect(ticketOf(again, at('19:00'), [tapped('still-here', '18:25', '18:00')]).presumed).not.toBeNull();
});

test('[F10e] confirm-served closes the ticket at once, and a later serve still counts', () => {
  const confirm = [tapped('confirm-served', '18:25', '18:00')];
  const confirmed = ticketOf([completed('18:00', counter)], at('18:26'), confirm);

  expect(confirmed).toMatchObject({ closedAt: at('18:25'), closedBy: 'screen' });
  expect(readTicket(confirmed, reading).marks).toEqual(['no-start', 'presumed-served']);
  expect(closesAt(confirmed, limits, amsterdam)).toBeNull();
  expect(ticketOf([completed('18:00', counter), served('18:10', counter)], at('18:26'), confirm)).toMatchObject({
    closedAt: at('18:10'),
    closedBy: 'pos',
    presumed: null,
  });
});

test('[F9a] a ticket that stays presumed served is auto-closed, and keeps its mark', () => {
  const closed = ticketOf([started('17:50', { ...counter, course: mains }), completed('18:00', counter)], at('22:00'));

  expect(closed).toMatchObject({ closedBy: 'heatlamp', presumed: { reason: 'counter-wait' } });
  expect(readTicket(closed, reading).marks).toEqual(['auto-closed', 'presumed-served']);
});
