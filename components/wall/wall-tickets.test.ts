import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { namedCourse } from '../../domain/testing/facts';
import { at, EVENING, party, presumed, ready, table, ticket } from '../testing/tickets';
import { isLate, urgencyOf } from '../ticket/ticket-state';
import { SORTS, WALL_OPTIONS, type WallOptions } from './wall-options';
import { type Arranging, arrange, countLeft, inFlight, lateFirst, pageOf } from './wall-tickets';

const NOW = EVENING + 20 * 60_000;
const ids = (tickets: readonly Ticket[]) => tickets.map(({ id }) => id);
const by = (options: Partial<WallOptions> = {}, overrides: Partial<Arranging> = {}): Arranging => ({
  options: { ...WALL_OPTIONS.defaults, ...options },
  screen: 7,
  readyLeavesMs: null,
  tables: new Map(),
  ...overrides,
});
const shown = (tickets: Ticket[], options: Partial<WallOptions> = {}, overrides: Partial<Arranging> = {}) =>
  ids(arrange(tickets, by(options, overrides), NOW).shown);

const seat = (number: string, subNumber = '1') => ({ number, subNumber, name: null, guests: 2 });
const course = (number: number, abbreviation: string | null, sequence: number | null = number) =>
  namedCourse({ number, name: null, abbreviation, sequence });

it('shows open tickets, cooking and ready apart', () => {
  const tickets = [ticket({ id: 'c' }), ready(5, { id: 'r' }), ticket({ id: 'x', closedAt: at(1) })];
  const { cooking, ready: onPass, left } = arrange(tickets, by(), NOW);
  expect([ids(cooking), ids(onPass), left]).toEqual([['c'], ['r'], 0]);
});

describe('the order of tickets', () => {
  const tickets = [
    ticket({ id: '1-2-1', startedAt: at(3), lateAt: at(6), table: seat('10'), course: course(2, 'MA', 1) }),
    ticket({ id: '2-3-1', startedAt: at(1), lateAt: at(9), table: seat('9', '2'), course: course(3, 'DE', 2) }),
    ticket({ id: '3-1-1', startedAt: at(2), lateAt: null, table: seat('9', '1'), course: course(1, 'ST', null) }),
    ticket({ id: '4-9-1', startedAt: at(4), lateAt: at(7), table: null, ticketNumber: 40, course: course(9, 'CO', 3) }),
  ];
  // Table 9 is shared: one party has had food after its first course, the other has had none yet.
  const tables = new Map([
    ['10/1', table({ parties: [party({ firstCourseAt: at(-30), lastFoodAt: at(-10) })] })],
    ['9/2', table({ parties: [party({ orderKey: 2, firstCourseAt: at(-50), lastFoodAt: at(-2) })] })],
    ['9/1', table({ parties: [party({ orderKey: 3, firstCourseAt: at(-20), lastFoodAt: null })] })],
  ]);
  it.each<[WallOptions['sort'], string[]]>([
    ['late', ['1-2-1', '4-9-1', '2-3-1', '3-1-1']],
    ['oldest', ['2-3-1', '3-1-1', '1-2-1', '4-9-1']],
    ['table', ['3-1-1', '2-3-1', '1-2-1', '4-9-1']],
    ['course', ['1-2-1', '3-1-1', '2-3-1', '4-9-1']],
    ['food', ['3-1-1', '1-2-1', '2-3-1', '4-9-1']],
    ['first', ['2-3-1', '1-2-1', '3-1-1', '4-9-1']],
  ])('%s first', (sort, order) => {
    expect(shown(tickets, { sort }, { tables })).toEqual(order);
    expect(shown(tickets.toReversed(), { sort }, { tables })).toEqual(order);
  });

  it('whole: the courses of a table are together, at the place of the most late one', () => {
    const of = (id: string, number: string, sequence: number, late: number) =>
      ticket({ id, table: seat(number), course: course(sequence, null), lateAt: at(late) });
    const kitchen = [of('1-3-1', '7', 3, 8), of('2-2-1', '4', 2, 5), of('3-1-1', '7', 1, 3)];
    const onPass = ready(2, { id: '4-1-1', table: seat('4'), course: course(1, null), lateAt: at(9) });
    expect(shown([...kitchen, onPass], { sort: 'whole' })).toEqual(['3-1-1', '1-3-1', '4-1-1', '2-2-1']);
  });

  it('ready: what waits longest on the pass is first, before what cooks', () => {
    const cooking = [ticket({ id: '1-1-1', lateAt: at(9) }), ticket({ id: '2-1-1', lateAt: at(8) })];
    const onPass = [ready(5, { id: '3-1-1' }), ready(2, { id: '4-1-1' })];
    expect(shown([...cooking, ...onPass], { sort: 'ready' })).toEqual(['4-1-1', '3-1-1', '2-1-1', '1-1-1']);
  });

  it('uses the ticket’s own party, not another one at the same table', () => {
    const hungry = party({ orderKey: 1, firstCourseAt: at(-50) });
    const fed = party({ orderKey: 2, firstCourseAt: at(-40), lastFoodAt: at(5) });
    const shared = new Map([['9/1', table({ number: '9', firstCourseAt: at(-50), parties: [hungry, fed] })]]);
    const both = [ticket({ id: '2-3-1', table: seat('9') }), ticket({ id: '1-3-1', table: seat('9') })];
    expect(shown(both, { sort: 'food' }, { tables: shared })).toEqual(['1-3-1', '2-3-1']);
    expect(shown(both, { sort: 'first' }, { tables: shared })).toEqual(['1-3-1', '2-3-1']);
  });

  it('does not depend on the order of arrival, even where only the ids differ', () => {
    const alike = Array.from({ length: 12 }, (_, index) => ticket({ id: `${index}-1-1` }));
    fc.assert(
      fc.property(fc.shuffledSubarray(alike, { minLength: 12 }), fc.constantFrom(...SORTS), (mixed, sort) => {
        expect(shown(mixed, { sort })).toEqual(ids(alike));
      }),
    );
  });

  it('does not change with time alone: a card moves only after an event', () => {
    for (const sort of SORTS) {
      const order = (now: number) => ids(arrange(tickets, by({ sort }, { tables }), now).cooking);
      expect(order(NOW + 3_600_000)).toEqual(order(EVENING));
    }
  });
});

describe('filters', () => {
  const tickets = [
    ticket({ id: 'main', course: course(3, 'MA'), table: seat('5') }),
    ticket({ id: 'dessert', course: course(4, 'DE'), table: seat('20') }),
    ticket({ id: 'unnamed', course: course(7, null), table: seat('21') }),
    ticket({ id: 'far', course: course(3, 'MA'), table: seat('92233720368547758070') }),
    ticket({ id: 'odd', course: course(3, 'MA'), table: seat('T1') }),
    ticket({ id: 'counter', orderKind: 'cafeteria', course: course(5, 'CO'), table: null, ticketNumber: 40 }),
  ];
  it.each<[string, Partial<WallOptions>, string[]]>([
    ['courses by abbreviation, in any case', { courses: ['de'] }, ['dessert']],
    ['courses by number', { courses: ['7'] }, ['unnamed']],
    ['several courses', { courses: ['DE', 'CO'] }, ['dessert', 'counter']],
    ['tables only', { kind: 'table' }, ['main', 'dessert', 'unnamed', 'far', 'odd']],
    ['counter only', { kind: 'cafeteria' }, ['counter']],
    ['table numbers, both ends included', { tables: ['5-20'] }, ['main', 'dessert']],
    ['table numbers beyond 64 bits', { tables: ['92233720368547758070-92233720368547758070'] }, ['far']],
    ['all of them together', { courses: ['MA'], kind: 'table', tables: ['1-9'] }, ['main']],
    ['none', { courses: ['XX'] }, []],
  ])('%s', (_, options, expected) => {
    expect(shown(tickets, options).sort()).toEqual(expected.sort());
  });
});

describe('ready cards in a branch that never presses serve', () => {
  const tickets = [ticket({ id: 'c' }), ready(10, { id: 'long' }), ready(18, { id: 'short' })];
  const leaving = (minutes: number | null) => by({}, { readyLeavesMs: minutes && minutes * 60_000 });
  const left = (minutes: number | null) => arrange(tickets, leaving(minutes), NOW);

  it('leave after the chosen time and are counted', () => {
    expect(ids(left(5).ready)).toEqual(['short']);
    expect(left(5).left).toBe(1);
    expect(ids(left(10).ready)).toEqual(['short']);
    expect(left(2)).toMatchObject({ ready: [], left: 2 });
  });

  it('stay if no time is set; cooking cards never leave', () => {
    expect(ids(left(null).ready)).toEqual(['long', 'short']);
    expect(ids(left(1).cooking)).toEqual(['c']);
  });

  it('are counted every second without sorting', () => {
    for (const minutes of [null, 1, 2, 5, 10, 30])
      expect(countLeft(tickets, leaving(minutes), NOW)).toBe(left(minutes).left);
  });

  it('are counted only on the wall that would show them', () => {
    expect(arrange(tickets, by({ courses: ['DE'] }, { readyLeavesMs: 60_000 }), NOW).left).toBe(0);
  });
});

describe('a hidden ticket', () => {
  const tickets = [
    ticket({ id: 'here', hiddenOn: [3, 7] }),
    ticket({ id: 'elsewhere', hiddenOn: [3] }),
    ready(1, { id: 'long ready', hiddenOn: [7] }),
    ready(10, { id: 'taken', collected: { by: { id: 9, name: 'Sam' }, at: at(11) } }),
    ticket({ id: 'served', hiddenOn: [7], closedAt: at(5) }),
    ticket({ id: 'of others', hiddenOn: [7], course: course(4, 'DE') }),
  ];
  const options = { courses: ['MA'] };

  it('leaves this screen, is counted there, and stays on the others', () => {
    const { cooking, ready: onPass, hidden, left } = arrange(tickets, by(options, { readyLeavesMs: 60_000 }), NOW);
    expect([ids(cooking), ids(onPass), left]).toEqual([['elsewhere'], [], 0]);
    expect(ids(hidden)).toEqual(['long ready', 'here']);
    expect(countLeft(tickets, by(options, { readyLeavesMs: 60_000 }), NOW)).toBe(0);
    expect(shown(tickets, options, { screen: 3 })).toEqual(['long ready']);
  });

  it('is not treated as hidden on an unknown screen', () => {
    expect(shown(tickets, options, { screen: null })).toEqual(['elsewhere', 'here', 'long ready']);
  });

  it('is not listed as hidden once a waiter has taken it', () => {
    const { cooking, ready: onPass, hidden } = arrange(tickets, by(options), NOW);
    expect(ids([...cooking, ...onPass, ...hidden])).not.toContain('taken');
  });
});

describe('a ticket that is presumed served', () => {
  const tickets = [
    ticket({ id: 'cooking' }),
    ready(10, { id: 'waits' }),
    presumed(5, { id: 'presumed' }),
    presumed(5, { id: 'hidden', hiddenOn: [7] }),
  ];

  it('has no card, and has a count of its own', () => {
    const { cooking, ready: onPass, left, hidden, presumed: count } = arrange(tickets, by(), NOW);
    expect([ids(cooking), ids(onPass), left, hidden, count]).toEqual([['cooking'], ['waits'], 0, [], 2]);
  });

  it('is neither counted as ready nor shown', () => {
    const leaving = by({}, { readyLeavesMs: 60_000 });
    expect(arrange(tickets, leaving, NOW)).toMatchObject({ ready: [], left: 1, presumed: 2 });
    expect(countLeft(tickets, leaving, NOW)).toBe(1);
  });
});

describe('pages', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ticket({ id: String(index), lateAt: at(index) }));
  const never = () => false;

  it('are one if every card fits', () => {
    expect(pageOf(many(12), 12, 5, never)).toEqual({ shown: many(12), more: [], pages: 1 });
  });

  it('fill every place, and count the remaining cards and the pages', () => {
    const { shown: page, more, pages } = pageOf(many(25), 12, 0, never);
    expect([page.length, more.length, pages]).toEqual([12, 13, 3]);
  });

  it('leave out no card: the rest is counted, and every page gets its turn', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(7),
        (count, places, some) => {
          const all = many(count);
          const jumps = ({ id }: Ticket) => Number(id) % 7 < some;
          const late = (tickets: readonly Ticket[]) => tickets.filter((each) => isLate(urgencyOf(each, NOW))).length;
          const seen = new Set<string>();
          const { pages } = pageOf(all, places, 0, jumps);
          for (let turned = 0; turned < pages; turned += 1) {
            const { shown: page, more } = pageOf(all, places, turned, jumps);
            expect(ids([...page, ...more]).sort()).toEqual(ids(all).sort());
            expect(late(page) + late(more)).toBe(late(all));
            expect(page.length).toBeLessThanOrEqual(places);
            for (const id of ids(page)) seen.add(id);
          }
          expect(seen.size).toBe(count);
        },
      ),
    );
  });

  it('start with late cards, in at most half of their places', () => {
    const jumps = ({ id }: Ticket) => ['4', '7', '8'].includes(id);
    const pages = [0, 1, 2].map((turned) => ids(pageOf(many(9), 5, turned, jumps).shown));
    expect(pages).toEqual([
      ['4', '7', '0', '1', '2'],
      ['4', '7', '3', '5', '6'],
      ['4', '7', '8'],
    ]);
  });

  it('can begin with what is late in preparation, and then on the pass', () => {
    const tickets = [
      ticket({ id: 'late', lateAt: at(10) }),
      ticket({ id: 'in time', lateAt: at(40), veryLateAt: at(60) }),
      ready(1, { id: 'too long', lateAt: at(5) }),
      ready(19, { id: 'ready', lateAt: at(23) }),
    ];
    const sorted = lateFirst(tickets, (each) => isLate(urgencyOf(each, NOW)));
    expect(ids(sorted)).toEqual(['late', 'too long', 'in time', 'ready']);
  });

  it('start again after the last one', () => {
    expect(ids(pageOf(many(5), 2, 0, never).shown)).toEqual(['0', '1']);
    expect(ids(pageOf(many(5), 2, 2, never).shown)).toEqual(['4']);
    expect(ids(pageOf(many(5), 2, 3, never).shown)).toEqual(['0', '1']);
  });
});

describe('courses in flight', () => {
  it('are counted in course order, and the guests of each party once', () => {
    const tickets = [
      ticket({ orderId: 'b', course: course(3, 'MA'), table: { ...seat('2'), guests: 4 } }),
      ticket({ orderId: 'a', course: course(1, 'ST'), table: { ...seat('1'), guests: 2 } }),
      ticket({ orderId: 'a', course: course(3, 'MA'), table: { ...seat('1'), guests: 2 } }),
      ticket({ orderId: 'c', course: course(3, 'MA'), table: { ...seat('3'), guests: null } }),
      ticket({ orderId: 'd', course: course(3, 'MA'), table: null }),
    ];
    expect(inFlight(tickets)).toMatchObject({
      courses: [
        { course: 'ST', count: 1 },
        { course: 'MA', count: 4 },
      ],
      guests: 6,
    });
  });

  it('use the best name known', () => {
    const tickets = [
      ticket({ course: namedCourse({ number: 9, name: null, abbreviation: null, sequence: 2 }) }),
      ticket({ course: namedCourse({ number: 4, name: 'Soup', abbreviation: null, sequence: 1 }) }),
    ];
    expect(inFlight(tickets).courses.map((each) => each.course)).toEqual(['Soup', '9']);
    expect(inFlight([])).toEqual({ courses: [], guests: 0 });
  });
});
