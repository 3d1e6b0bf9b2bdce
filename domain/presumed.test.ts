import { expect, test } from 'vitest';
import type { Fact } from './fact';
import { viewTable } from './table';
import { at, clockOf, completed, desserts, mains, order, served, started, starters, table } from './testing/facts';
import {
  amsterdam,
  another,
  closes,
  limits,
  plan,
  planWithActions,
  reading,
  seated,
  ticketOf,
  view,
} from './testing/seated';
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
  const forgotten = [completed('18:00', { course: starters }), completed('18:03'), served('18:05')];

  expect(presumedAt('18:08:59.999', forgotten)).toBeNull();
  expect(presumedAt('18:09', forgotten)).toBe('18:09 later-course');
});

test('[F22a] only a course that became ready or started later counts as a later course', () => {
  const earlier = [completed('18:00', { course: starters }), completed('18:03'), served('18:04', { course: starters })];
  const withoutCompletion = [completed('18:00', { course: starters }), started('18:03'), served('18:05')];
  const serveAlone = [completed('18:00', { course: starters }), served('18:05')];

  expect(presumedAt('18:12', earlier)).toBeNull();
  expect(presumedAt('18:12', withoutCompletion)).toBe('18:09 later-course');
  expect(presumedAt('18:12', serveAlone)).toBeNull();
});

test('[F22b] a course is presumed served once another order has been at its table for the serve limit', () => {
  const forgotten = [completed('18:00', twelve)];

  expect(presumedAt('18:09', forgotten, [started('18:06', later)])).toBeNull();
  expect(presumedAt('18:10', forgotten, [started('18:06', later)])).toBe('18:10 table-retaken');
});

test('[F22b] a party whose food is still being cooked is at its table even if another order comes there', () => {
  const cooking = [completed('18:00', twelve), started('18:01', { course: desserts })];
  const readySince = [completed('18:06', twelve)];

  expect(presumedAt('18:09', cooking, [started('18:02', later)])).toBeNull();
  expect(presumedAt('18:14', readySince, [started('18:02', later)])).toBeNull();
  expect(
    presumedAt(
      '18:14',
      [completed('18:00', twelve)],
      [started('18:02', { ...later, ...another(3), table: table('13') })],
    ),
  ).toBeNull();
});

test('[F22c] a counter ticket is presumed served after 20 minutes', () => {
  expect(presumedAt('18:19:59.999', [completed('18:00', counter)])).toBeNull();
  expect(presumedAt('18:20', [completed('18:00', counter)])).toBe('18:20 counter-wait');
});

test('[F22e] a table’s course is presumed served 15 minutes after it became ready', () => {
  const alone = [started('17:50', twelve), completed('18:00', twelve)];
  const sameTime = [...alone, completed('18:00', { course: desserts })];

  expect(presumedAt('18:14:59.999', alone)).toBeNull();
  expect(presumedAt('18:15', alone)).toBe('18:15 table-wait');
  expect(presumedAt('18:14', sameTime)).toBeNull();
  expect(presumedAt('18:15', [...alone, completed('18:02', twelve)])).toBeNull();
});

test('[F22e] once another course of its order was started or became ready, 10 minutes are enough', () => {
  const forgotten = completed('18:00', { course: starters });

  expect(presumedAt('18:09', [forgotten, started('18:01')])).toBeNull();
  expect(presumedAt('18:10', [forgotten, started('18:01')])).toBe('18:10 table-wait');
  expect(presumedAt('18:12', [forgotten, started('18:12'), started('18:13', { course: desserts })])).toBe(
    '18:12 table-wait',
  );
  expect(presumedAt('18:12', [forgotten, started('18:05'), completed('18:12')])).toBe('18:10 table-wait');
  expect(presumedAt('18:12', [forgotten, completed('18:12')])).toBe('18:12 table-wait');
  expect(presumedAt('18:14', [started('17:50'), forgotten])).toBeNull();
  expect(presumedAt('18:20', [forgotten, started('18:16')])).toBe('18:15 table-wait');
  expect(presumedAt('18:14', [forgotten], [started('18:05', another(2))])).toBeNull();
  expect(presumedAt('18:14', [forgotten, started('18:00:30', { course: starters })])).toBeNull();
});

test('[F22e] a claim moves the instant to its end, also when that has passed', () => {
  const facts = [completed('18:00', twelve)];
  const by = (now: string, ...actions: TicketAction[]) =>
    clockOf(ticketOf(facts, at(now), actions).presumed?.at ?? null);
  const claim = tapped('claim', '18:14', '18:00');
  const undo = { ...tapped('undo', '18:14', '18:00'), id: 'undo' };

  expect(by('18:16:59', claim)).toBeNull();
  expect(by('18:17', claim)).toBe('18:17');
  expect(by('19:00', claim)).toBe('18:17');
  expect(by('18:15', tapped('claim', '18:01', '18:00'))).toBe('18:15');
  expect(by('18:15', claim, undo)).toBe('18:15');
});

test('[F22e] a course is due exactly once at the end of the claim on it', () => {
  const ticketAt = (now: string) =>
    ticketOf([completed('18:00', twelve)], at(now), [tapped('claim', '18:14', '18:00')]);
  const dueAt = (ticket: ReturnType<typeof ticketOf>) => {
    const company = { courses: [ticket], seatedAt: ticket.seatedAt, nextArrival: () => null };
    return clockOf(ticketDueAt(ticket, 0, limits, amsterdam, company));
  };

  expect(dueAt(ticketAt('18:16'))).toBe('18:17');
  expect(dueAt(ticketAt('18:17'))).toBe('22:00');
});

test('[F22e] a table needs no action once its only course is presumed served, and stays taken', () => {
  const facts = [completed('18:00', twelve)];

  expect(plan(facts)).toEqual([
    '18:00 ORDER-READY-TO-BE-SERVED',
    '18:04 TAKEN-AND-ACTION-REQUIRED',
    '18:15 TAKEN',
    '18:45 OPEN',
  ]);
  expect(planWithActions(facts, [tapped('claim', '18:14', '18:00')])).toContain('18:17 TAKEN');
});

test('[F7b] a course that is presumed served is food on the table from its readiness', () => {
  const facts = [started('17:50', twelve), completed('18:00', twelve)];

  expect(view(at('18:14'), [facts]).lastFoodAt).toBeNull();
  expect(view(at('18:15'), [facts]).lastFoodAt).toBe('18:00');
});

test('[F10e] a course that somebody confirmed is at its table like a collected one', () => {
  const ticket = ticketOf([completed('18:00', twelve)], at('18:25'), [tapped('confirm-served', '18:25', '18:00')]);
  const table = viewTable([ticket], at('18:00'), at('18:25'), reading, closes);

  expect(table.courses).toMatchObject([{ presumedServed: false, collected: true }]);
  expect(clockOf(table.lastFoodAt)).toBe('18:00');
});

test('[F22] the earliest of several reasons counts', () => {
  const forgotten = [completed('18:00', { course: starters, ...twelve }), completed('18:02'), served('18:04')];

  expect(presumedAt('20:00', forgotten, [started('18:03', later)])).toBe('18:07 table-retaken');
  expect(presumedAt('20:00', forgotten, [started('18:05', later)])).toBe('18:08 later-course');
  expect(presumedAt('20:00', [completed('18:00', twelve)], [started('18:12', later)])).toBe('18:15 table-wait');
});

test('[F22] a ticket that is presumed served keeps its state, and has a mark, a reason and no limits', () => {
  const [presumed] = seated(
    [[completed('18:00', { course: starters }), completed('18:03'), served('18:05')]],
    at('18:09'),
  );

  expect(presumed && readTicket(presumed, reading)).toMatchObject({
    state: 'KITCHEN-TICKET-STATE-READYFORPICKUP',
    closedAt: null,
    warnAt: null,
    lateAt: null,
    presumedServed: { at: '2026-06-19T16:09:00.000Z', reason: 'later-course' },
    marks: ['no-start', 'presumed-served'],
  });
});

test('[F22] a later serve overrides the presumption', () => {
  expect(ticketOf([completed('18:00'), served('18:40')], at('19:00'))).toMatchObject({
    closedBy: 'pos',
    presumed: null,
  });
  const inTime = [completed('18:00', { course: starters }), served('18:05', { course: starters }), completed('18:15')];

  expect(seated([[...inTime, served('18:20')]], at('19:00'))).toEqual(
    seated([[served('18:20'), ...inTime.toReversed()]], at('19:00')),
  );
});

test('[F22] a ticket is due exactly once when it becomes presumed served', () => {
  const [course, other] = seated(
    [[completed('18:00', { course: starters }), completed('18:03'), served('18:05')]],
    at('18:07'),
  );
  if (!course || !other) throw new Error('two courses were expected');
  const company = { courses: [course, other], seatedAt: course.seatedAt, nextArrival: () => null };
  const isDue = (clock: string, ticket = course) => ticketDueAt(ticket, 0, limits, amsterdam, company) <= at(clock);

  expect([isDue('18:08'), isDue('18:09')]).toEqual([false, true]);
  expect(isDue('18:25', { ...course, presumed: { at: at('18:09'), reason: 'later-course' } })).toBe(false);
});

test('[F22] a table whose only open course is presumed served needs no action', () => {
  const forgotten = [completed('18:00', { course: starters, ...twelve }), completed('18:03'), served('18:05')];

  expect(view(at('18:08'), [forgotten])).toMatchObject({ status: 'TAKEN-AND-ACTION-REQUIRED', changesAt: '18:09' });
  expect(view(at('18:09'), [forgotten])).toMatchObject({ status: 'TAKEN', since: '18:09', changesAt: '18:50' });
});

test.each([
  ['counter ticket', counter],
  ['table’s course', twelve],
])('[F10e] still-here withdraws the presumption of a %s until other food is ready', (_, place) => {
  const facts = [completed('18:00', place)];

  expect(ticketOf(facts, at('18:30'), [tapped('still-here', '18:25', '18:00')]).presumed).toBeNull();
  expect(ticketOf(facts, at('21:59'), [tapped('still-here', '18:25', '18:00')]).presumed).toBeNull();
  const again = [...facts, completed('18:40', place)];
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
