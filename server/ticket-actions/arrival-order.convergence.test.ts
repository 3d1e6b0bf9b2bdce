import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { KitchenEvent } from '../../contract/constants';
import type { Board, Ticket, TicketActionKind } from '../../contract/live';
import { type Fact, toIso } from '../../domain/fact';
import { foldOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { keptTickets } from '../../domain/practice';
import { limitsFor } from '../../domain/settings';
import { readParty, viewTable } from '../../domain/table';
import { closesAt, type KeptTicket, type Reading, readTicket } from '../../domain/ticket';
import type { PlacedAction } from '../../domain/ticket-action';
import { readTicketId } from '../../domain/ticket-ids';
import { groupBy } from '../../lib/collections';
import { addScreen } from '../screens/screens';
import { ANY_COURSE } from '../testing/any-course';
import { eventBody } from '../testing/events';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { waitUntilCommitted, withoutOrderKeys } from '../testing/stored-state';
import { ActionRefused } from './refusals';
import { takeAction } from './ticket-actions';

/** `HEATLAMP_SERVICES` sets the number of runs, as in `npm run test:long`; `HEATLAMP_SEED` the seed. */
const SERVICES = Number(process.env['HEATLAMP_SERVICES'] ?? 2);
const SEED = process.env['HEATLAMP_SEED'] === undefined ? {} : { seed: Number(process.env['HEATLAMP_SEED']) };
const SECONDS_EACH = 20;
const SIX = Date.parse('2026-06-19T18:00:00+02:00');
const CLOSED_STAYS_MS = 30 * 60_000;

const limits = limitsFor([], 1, 1);
const calendar = { timeZone: 'Europe/Amsterdam', cutOffMinute: 4 * 60 };
const reading: Reading = { unit: null, limitsOf: () => limits };
const ORDERS = ['5eea25d4-4188-43b8-9a66-8086561d590c', 'b0ddb40c-0435-40b1-a976-2e82df8f2f8a', randomUUID()];

const SCREENS = [
  { name: 'Sam', view: 'ready' },
  { name: 'Kim', view: 'ready' },
  { name: 'Wall', view: 'kitchen' },
] as const;

type Action =
  | { do: 'deliver'; event: KitchenEvent; order: number; course: number; agoMs: number }
  | { do: 'act'; kind: TicketActionKind; screen: number; ticket: number; isSentTwice: boolean; lateMs: number }
  | { do: 'wait'; ms: number };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      event: fc.constantFrom<KitchenEvent>('kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'),
      order: fc.nat(ORDERS.length - 1),
      course: fc.integer({ min: 1, max: 2 }),
      agoMs: fc.constantFrom(0, 0, 1_500, 90_000),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      kind: fc.constantFrom<TicketActionKind>(
        'claim',
        'collect',
        'still-here',
        'still-here',
        'confirm-served',
        'confirm-served',
        'hide',
        'recall',
        'undo',
        'undo',
      ),
      screen: fc.nat(SCREENS.length - 1),
      ticket: fc.nat(),
      isSentTwice: fc.boolean(),
      lateMs: fc.constantFrom(0, 0, 0, 29_000, 30_001),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(2_000, 4_999, 5_001, 70_000, 181_000, 601_000, 4 * 3_600_000),
    }),
  },
);

const open = new Set<Kitchen>();
afterEach(async () => {
  for (const kitchen of open) await kitchen.stop();
  open.clear();
});

function opened(kitchen: Kitchen): Kitchen {
  open.add(kitchen);
  return kitchen;
}

/** A restaurant with its screens. */
async function newKitchen(): Promise<Kitchen> {
  const kitchen = opened(await openKitchen(undefined, SIX));
  const { core } = kitchen;
  const apply = await core.queue.run(async (sql) => {
    for (const screen of SCREENS) await addScreen(sql, { ...screen, branches: [1] }, SIX);
    return core.reload(sql);
  });
  apply();
  return kitchen;
}

/** Facts and actions of a service, recorded independently of the server. */
type Received = {
  facts: { order: string; table: string; fact: Fact }[];
  actions: (PlacedAction & { orderId: string })[];
};

/** Plays a service with its actions, and records the facts and the accepted actions. */
async function play(kitchen: Kitchen, actions: readonly Action[], received: Received, clock: { now: number }) {
  for (const [index, step] of actions.entries()) {
    clock.now += step.do === 'wait' ? step.ms : 1;
    kitchen.setNow(clock.now);
    if (step.do === 'deliver') await deliver(kitchen, step, index, received, clock.now);
    if (step.do === 'act') await act(kitchen, step, received, clock.now);
  }
}

async function deliver(
  kitchen: Kitchen,
  { event, order, course, agoMs }: Extract<Action, { do: 'deliver' }>,
  counter: number,
  received: Received,
  now: number,
) {
  const [orderId, table] = [ORDERS[order] ?? '', String((order % 2) + 1)];
  const fields = { at: now - agoMs, order: orderId, course, counter, expected: null, table: { number: table } };
  const delivery = kitchen.delivery(event, eventBody({ ...fields, number: 85_000 + order }));
  expect(await kitchen.take(delivery)).toMatchObject({ storedIn: 'database', outcome: 'applied' });
  if (delivery.translation.kind === 'fact')
    received.facts.push({ order: orderId, table, fact: delivery.translation.fact });
}

async function act(kitchen: Kitchen, step: Extract<Action, { do: 'act' }>, received: Received, now: number) {
  const { tickets } = kitchen.board();
  const ticket = tickets[step.ticket % Math.max(1, tickets.length)];
  const screen = [...kitchen.core.screens().values()][step.screen];
  const place = ticket && readTicketId(ticket.id);
  if (!ticket || !place || !screen) return;
  const action = {
    actionId: randomUUID(),
    kind: step.kind,
    ticketId: ticket.id,
    at: new Date(now - step.lateMs).toISOString(),
  };
  const before = kitchen.board();
  try {
    const answer = await takeAction(kitchen.core, screen.tokenHash, action);
    received.actions.push({
      id: action.actionId,
      kind: step.kind,
      by: { id: screen.id, name: screen.name },
      at: now - before.posOffsetMs,
      receivedAt: now,
      seenReadyAt: ticket.readyAt === null ? null : Date.parse(ticket.readyAt),
      orderId: ticket.orderId ?? '',
      ...place,
    });
    if (step.isSentTwice) expect(await takeAction(kitchen.core, screen.tokenHash, action)).toEqual(answer);
  } catch (error) {
    if (!(error instanceof ActionRefused)) throw error;
    // A change by time may have been committed meanwhile; otherwise nothing may differ.
    if (kitchen.board().version === before.version) expect(kitchen.board()).toEqual(before);
  }
}

/**
 * The board that results from facts and actions by the rules of the domain, without code of the server. `now` is POS
 * time, because its offset depends on late deliveries.
 */
function foldedBoard({ facts, actions }: Received, now: number, serverNow: number) {
  const toKeep = [...groupBy(facts, ({ order }) => order)].map(([orderId, ofOrder], orderKey) => ({
    orderKey,
    folded: foldOrder(ofOrder.map(({ fact }) => fact)),
    actions: actions.filter((action) => action.orderId === orderId),
  }));
  const kept = keptTickets(toKeep, 1, { now, serverNow }, () => limits, calendar);
  const tables = [...groupBy(facts, ({ table }) => table)].map(([number, ofTable]) => {
    const here = kept.filter(
      (ticket) => ticket.table && tableKey(ticket.table) === tableKey({ number, subNumber: '1' }),
    );
    const newsAt = Math.max(...ofTable.map(({ fact }) => fact.at));
    const { changesAt: _, ...view } = viewTable(here, newsAt, now, reading, (each) => closesAt(each, limits, calendar));
    const [since, firstCourseAt, lastFoodAt] = [view.since, view.firstCourseAt, view.lastFoodAt].map(isoOrNull);
    const { parties } = withoutOrderKeys({ parties: view.parties.map(readParty) });
    return { number, ...view, parties, since, firstCourseAt, lastFoodAt };
  });
  const isShown = ({ closedAt }: KeptTicket) => closedAt === null || closedAt > now - CLOSED_STAYS_MS;
  return {
    tickets: sorted(kept.filter(isShown).map((ticket) => readTicket(ticket, reading))),
    tables: tables.toSorted((a, b) => a.number.localeCompare(b.number)),
  };
}

const isoOrNull = (at: number | null) => toIso(at);

function shownBoard({ tickets, tables }: Pick<Board, 'tickets' | 'tables'>) {
  return {
    tickets: sorted(tickets),
    tables: tables
      .map(({ number, name, guests, status, since, courses, firstCourseAt, lastFoodAt, parties }) => ({
        number,
        status,
        since,
        name,
        guests,
        courses,
        firstCourseAt,
        lastFoodAt,
        ...withoutOrderKeys({ parties }),
      }))
      .toSorted((a, b) => a.number.localeCompare(b.number)),
  };
}

/** Without what depends on arrival. */
function sorted(tickets: readonly Ticket[]) {
  const name = (ticket: Ticket) => `${ticket.orderId}/${ticket.course.number}/${ticket.round}`;
  return tickets
    .map((ticket) => ({ ...ticket, id: null, version: null, name: name(ticket) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The times of every course in history, without the effects of actions. */
async function timesOf({ core }: Kitchen, now: number) {
  const page = await core.reader.read('courses', { ...ANY_COURSE, branch: 1, limit: 1_000, cursor: null, now });
  return sorted(page.courses.map(({ ticket }) => ticket)).map(
    ({ name, startedAt, readyAt, servedAt, measuredSeconds, state }) => ({
      name,
      startedAt,
      readyAt,
      servedAt,
      measuredSeconds,
      state,
    }),
  );
}

describe('[F10][F1] actions at any point of a service, repeated, late and undone', () => {
  it(
    'leave the board that facts and actions alone produce, also after a restart, and change no time in history',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 60 }), fc.nat(60), async (actions, cut) => {
          const received: Received = { facts: [], actions: [] };
          const clock = { now: SIX };
          let kitchen = await newKitchen();
          await play(kitchen, actions.slice(0, cut), received, clock);
          open.delete(kitchen);
          kitchen = opened(await kitchen.restart());
          await play(kitchen, actions.slice(cut), received, clock);
          await waitUntilCommitted(kitchen.core);
          const board = kitchen.board();
          expect(shownBoard(board)).toEqual(foldedBoard(received, clock.now - board.posOffsetMs, clock.now));

          const silent = await newKitchen();
          const withoutActions = actions.map((step) => (step.do === 'act' ? { do: 'wait' as const, ms: 1 } : step));
          const same = { now: SIX };
          await play(silent, withoutActions, { facts: [], actions: [] }, same);
          expect(await timesOf(kitchen, clock.now)).toEqual(await timesOf(silent, same.now));
          for (const each of [kitchen, silent]) {
            open.delete(each);
            await each.stop();
          }
        }),
        { numRuns: SERVICES, endOnFailure: true, ...SEED },
      ),
    Math.max(240, SERVICES * SECONDS_EACH) * 1_000,
  );
});
