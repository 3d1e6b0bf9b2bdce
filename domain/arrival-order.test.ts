import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupBy } from '../lib/collections';
import { type Fact, factKey, type OrderNames, outranks } from './fact';
import { foldOrder } from './fold';
import { tableKey } from './order-table';
import { keptTickets } from './practice';
import { viewTable } from './table';
import { at, namedCourse } from './testing/facts';
import { runs } from './testing/runs';
import { amsterdam, closes, limits, reading } from './testing/seated';

/** A fact from a delivery, with the index of its order. */
type Arrival = { identity: number; fact: Fact };

const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 3 });

/** Few instants, many within 60 s of each other (F5), so that all combinations occur. */
const anyInstant = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom(0, 60_000, 60_001, 20 * 60_000))
  .map(([steps, apart]) => at('18:00') + steps * 30_000 + apart);

const anyNames = (identity: number): fc.Arbitrary<OrderNames> =>
  fc.record({
    kind: fc.constantFrom('table', 'cafeteria'),
    orderId: fc.constant(`order-${identity}`),
    otherOrderId: orNull(fc.constant('other')),
    year: orNull(fc.constantFrom(2025, 2026)),
    number: orNull(fc.constantFrom(identity, 100)),
    ticketNumber: orNull(fc.constantFrom(1, 2)),
  });

const anyTable = fc.record({
  number: fc.constantFrom('12', '14'),
  subNumber: fc.constantFrom('1', '2'),
  name: orNull(fc.constantFrom('Smith', 'Jones')),
  guests: orNull(fc.integer({ min: 0, max: 2 })),
});

/** The name and size of a party, without a table. */
const anyParty = anyTable.map(({ name, guests }) => ({ number: null, subNumber: null, name, guests }));

const anyFact = (identity: number): fc.Arbitrary<Fact> =>
  fc.record({
    type: fc.constantFrom('CourseStarted', 'CourseCompleted', 'CourseServed'),
    at: anyInstant,
    counter: orNull(fc.integer({ min: 1, max: 4 })),
    bodySha256: fc.constant(''),
    order: anyNames(identity),
    table: orNull(fc.oneof(anyTable, anyParty)),
    course: fc
      .record({
        number: fc.constantFrom(1, 2),
        name: orNull(fc.constantFrom('Mains', 'Main course')),
        abbreviation: orNull(fc.constantFrom('MA', 'MC')),
        sequence: orNull(fc.integer({ min: 1, max: 2 })),
      })
      .map(namedCourse),
    expectedRaw: orNull(fc.integer({ min: 0, max: 600 })),
    posRaw: orNull(fc.integer({ min: 0, max: 600 })),
  });

/** Facts of some orders; each delivery has its own hash. */
const anyHistory = (orders: number, most: number) =>
  fc
    .array(
      fc
        .integer({ min: 1, max: orders })
        .chain((identity) => anyFact(identity).map((fact): Arrival => ({ identity, fact }))),
      { minLength: 1, maxLength: most },
    )
    .map((history) =>
      history.map((delivery, index) => ({
        ...delivery,
        fact: { ...delivery.fact, bodySha256: index.toString(16).padStart(4, '0') },
      })),
    );

/** A history, and the same deliveries shuffled, some of them repeated. */
const anyTwoArrivals = (orders: number, most: number) =>
  anyHistory(orders, most).chain((history) =>
    fc.tuple(
      fc.constant(history),
      fc.tuple(fc.subarray(history), fc.subarray(history)).chain(([again, andAgain]) =>
        fc.shuffledSubarray([...history, ...again, ...andAgain], {
          minLength: history.length + again.length + andAgain.length,
        }),
      ),
    ),
  );

/** F1: removes all but the outranking delivery of each fact. */
function factsOf(arrivals: readonly Fact[]): Fact[] {
  const facts = new Map<string, Fact>();
  for (const fact of arrivals) {
    const holder = facts.get(factKey(fact));
    if (!holder || outranks(fact, holder)) facts.set(factKey(fact), fact);
  }
  return [...facts.values()];
}

function folded(arrivals: readonly Fact[]) {
  const { roundOf, tablesConcerned, ...order } = foldOrder(factsOf(arrivals));
  return {
    ...order,
    tablesConcerned: Object.fromEntries(tablesConcerned),
    roundOf: Object.fromEntries([...roundOf].map(([fact, round]) => [factKey(fact), round])),
  };
}

/** Folds each order. */
function ordersOf(arrivals: readonly Arrival[]) {
  return [...groupBy(arrivals, ({ identity }) => identity)].map(([identity, ofOrder]) => ({
    identity,
    folded: foldOrder(factsOf(ofOrder.map(({ fact }) => fact))),
  }));
}

/** The kept tickets of all orders at `now`. Order keys follow the order of arrival. */
function kept(orders: ReturnType<typeof ordersOf>, now: number) {
  const toKeep = orders.map(({ folded }, orderKey) => ({ orderKey, folded, actions: [] }));
  return keptTickets(toKeep, 1, { now, serverNow: now }, () => limits, amsterdam);
}

/** F22: the courses that are presumed served at `now`, since when and why. */
function presumed(arrivals: readonly Arrival[], now: number) {
  const orders = ordersOf(arrivals);
  return new Map(
    kept(orders, now).flatMap(({ orderKey, course, round, presumed, closedAt }) =>
      presumed ? [[`${orders[orderKey]?.identity}/${course.number}/${round}`, { ...presumed, closedAt }]] : [],
    ),
  );
}

/** The view at `now` of every table that any order was ever at. */
function tables(arrivals: readonly Arrival[], now: number) {
  const orders = ordersOf(arrivals);
  const tickets = kept(orders, now);
  const concerned = groupBy(
    orders.flatMap(({ folded }) => [...folded.tablesConcerned]),
    ([key]) => key,
  );
  return Object.fromEntries(
    [...concerned].map(([key, news]) => {
      const here = tickets.filter((ticket) => ticket.table !== null && tableKey(ticket.table) === key);
      const newsAt = Math.max(...news.map(([, place]) => place.newsAt));
      const view = viewTable(here, newsAt, now, reading, closes);
      // The key of an order depends on arrival, so it is not compared.
      return [key, { ...view, parties: view.parties.map((party) => ({ ...party, orderKey: null })) }];
    }),
  );
}

test('[F1] any permutation and repetition of deliveries gives the same order', () => {
  fc.assert(
    fc.property(anyTwoArrivals(1, 14), ([history, arrivals]) => {
      expect(folded(arrivals.map(({ fact }) => fact))).toEqual(folded(history.map(({ fact }) => fact)));
    }),
    runs(1_000),
  );
});

test('[F1][F9] any permutation and repetition of the deliveries of several orders gives the same tables at any time', () => {
  fc.assert(
    fc.property(anyTwoArrivals(3, 18), fc.integer({ min: 0, max: 300 }), ([history, arrivals], minutes) => {
      const now = at('18:00') + minutes * 60_000;
      expect(tables(arrivals, now)).toEqual(tables(history, now));
    }),
    runs(1_000),
  );
});

test('[F4][F5] for any facts, every fact has a round, rounds are numbered, and steps are at most 60 s out of order', () => {
  fc.assert(
    fc.property(anyHistory(1, 14), (history) => {
      const facts = factsOf(history.map(({ fact }) => fact));
      const { tickets, roundOf } = foldOrder(facts);
      expect(roundOf.size).toBe(facts.length);
      for (const rounds of groupBy(tickets, (ticket) => ticket.course.number).values()) {
        expect(rounds.map(({ round }) => round)).toEqual(rounds.map((_, index) => index + 1));
      }
      for (const { startedAt, readyAt, servedAt, measuredMs, marks } of tickets) {
        const [start, ready, serve] = [startedAt ?? 0, readyAt ?? servedAt ?? Infinity, servedAt ?? Infinity];
        const skew = Math.max(start - ready, (readyAt ?? 0) - serve);
        expect(skew).toBeLessThanOrEqual(60_000);
        if (skew > 0) expect(marks).toContain('clock');
        expect(measuredMs === null || measuredMs >= 0).toBe(true);
        expect(startedAt === null).toBe(marks.includes('no-start'));
      }
    }),
    runs(1_000),
  );
});

test('[F9b] a table does not change before its changesAt', () => {
  fc.assert(
    fc.property(anyHistory(2, 10), fc.integer({ min: 0, max: 300 }), fc.nat(), (history, minutes, later) => {
      const now = at('18:30') + minutes * 60_000;
      const before = tables(history, now);
      const due = Math.min(...Object.values(before).map(({ changesAt }) => changesAt ?? now + 86_400_000));
      expect(tables(history, now + (later % (due - now)))).toEqual(before);
    }),
    runs(1_000),
  );
});

const anyMinute = fc.integer({ min: 0, max: 300 }).map((minutes) => at('18:00') + minutes * 60_000);

test('[F22] any permutation and repetition of deliveries presumes the same courses served at any time', () => {
  let count = 0;
  fc.assert(
    fc.property(anyTwoArrivals(3, 18), anyMinute, ([history, arrivals], now) => {
      const expected = presumed(history, now);
      count += expected.size;
      expect(presumed(arrivals, now)).toEqual(expected);
    }),
    runs(1_000),
  );
  expect(count).toBeGreaterThan(100);
});

test('[F22] a course that is presumed served stays so, from the same instant, while no fact follows', () => {
  fc.assert(
    fc.property(anyHistory(3, 18), anyMinute, fc.integer({ min: 0, max: 600 }), (history, now, minutes) => {
      const later = presumed(history, now + minutes * 60_000);
      for (const [name, { at, reason }] of presumed(history, now))
        expect(later.get(name)).toMatchObject({ at, reason });
    }),
    runs(1_000),
  );
});
