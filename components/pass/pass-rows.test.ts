import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Table, TableCourse, Ticket } from '../../contract/live';
import { namedCourse } from '../../domain/testing/facts';
import { at, party, presumed, ready, table, tableCourse, ticket } from '../testing/tickets';
import { PASS_OPTIONS, type PassOptions, SORTS } from './pass-options';
import { arrange } from './pass-rows';

const seat = (number: string, subNumber = '1') => ({ number, subNumber, name: null, guests: 2 });
const course = (number: number, sequence: number | null = number) =>
  namedCourse({ number, name: null, abbreviation: `C${number}`, sequence });
const closed = (overrides: Partial<Ticket> = {}) => ready(5, { servedAt: at(6), closedAt: at(6), ...overrides });
const rowsOf = (tickets: Ticket[], options: Partial<PassOptions> = {}, tables: Table[] = []) =>
  arrange(tickets, new Map(tables.map((each) => [`${each.number}/${each.subNumber}`, each])), {
    ...PASS_OPTIONS.defaults,
    ...options,
  });
const keys = (tickets: Ticket[], options: Partial<PassOptions> = {}) => rowsOf(tickets, options).map(({ key }) => key);

describe('a row of the pass', () => {
  it('holds an order with all its courses and rounds in order, including closed ones', () => {
    const [row, ...others] = rowsOf([
      ticket({ id: '1-3-2', course: course(3), round: 2 }),
      ticket({ id: '1-1-1', course: course(1, 9) }),
      closed({ id: '1-3-1', course: course(3) }),
      closed({ id: '1-2-1', course: course(2) }),
    ]);
    expect(others).toEqual([]);
    expect(row?.courses.map(({ id }) => id)).toEqual(['1-2-1', '1-3-1', '1-3-2', '1-1-1']);
  });

  it('exists for each of two parties at one table, with its own courses, guests and name', () => {
    const parties = [party({ orderKey: 1 }), party({ orderKey: 2, name: 'de Boer', guests: 2 })];
    const rows = rowsOf(
      [ticket({ id: '2-3-1', startedAt: at(4) }), ticket({ id: '1-3-1' }), ticket({ id: '1-4-1', course: course(4) })],
      { sort: 'table' },
      [table({ parties })],
    );
    expect(rows.map(({ key, party: who, courses }) => [key, who?.name, who?.guests, courses.length])).toEqual([
      ['1', 'J. Smith', 4, 2],
      ['2', 'de Boer', 2, 1],
    ]);
  });

  it('is absent without an open course, or if all open courses are presumed served', () => {
    expect(keys([closed()])).toEqual([]);
    expect(keys([presumed(5), closed({ id: '1-4-1' })])).toEqual([]);
    expect(keys([presumed(5), ticket({ id: '1-4-1' })])).toEqual(['1']);
    expect(keys([closed({ id: '5-1-1' }), ticket({ id: '6-1-1', table: seat('3') })])).toEqual(['6']);
  });

  it('stays while a collected course is not served yet', () => {
    expect(keys([ready(1, { collected: { by: { id: 1, name: 'Sam' }, at: at(2) } })])).toEqual(['1']);
  });

  it('exists for each counter ticket, after the tables', () => {
    const counter = { table: null, ticketNumber: 38, orderKind: 'cafeteria' } as const;
    const tickets = [
      ticket({ id: '5-3-1' }),
      ticket({ id: '2-3-1', table: seat('12', '2') }),
      ticket({ id: '3-1-1', ...counter, course: course(1) }),
      ticket({ id: '3-2-1', ...counter, course: course(2) }),
      ticket({ id: '4-1-1', ...counter, course: course(1) }),
    ];
    expect(keys(tickets, { sort: 'table' })).toEqual(['5', '2', '3', '4']);
    expect(rowsOf(tickets).find(({ key }) => key === '3')?.courses).toHaveLength(2);
  });

  it('shows the current name and guests of the party, and none at the counter', () => {
    const known = table({ name: 'Both', guests: 9, parties: [party({ name: 'Ada', guests: 6 })] });
    expect(rowsOf([ticket()], {}, [known])[0]?.party).toEqual({ name: 'Ada', guests: 6 });
    expect(rowsOf([ticket()])[0]?.party).toEqual({ name: 'J. Smith', guests: 4 });
    expect(rowsOf([ticket({ table: null })])[0]?.party).toBeNull();
  });

  it('names the earlier served courses that the board no longer has', () => {
    const courseIn = (number: number, state: 'STARTED' | 'COMPLETED'): TableCourse =>
      tableCourse({ number, sequence: number, state: `KITCHEN-TICKET-STATE-${state}` });
    const courses = [
      courseIn(1, 'COMPLETED'),
      courseIn(2, 'COMPLETED'),
      courseIn(2, 'COMPLETED'),
      courseIn(3, 'STARTED'),
    ];
    const others = party({ orderKey: 2, courses: [courseIn(1, 'COMPLETED')] });
    const tickets = [
      closed({ id: '1-2-1', course: course(2) }),
      closed({ id: '1-2-2', course: course(2), round: 2 }),
      ticket({ id: '1-3-1' }),
    ];
    const [row] = rowsOf(tickets, {}, [table({ parties: [party({ courses }), others] })]);
    expect(row?.earlier.map(({ number }) => number)).toEqual([1]);
    expect(rowsOf(tickets)[0]?.earlier).toEqual([]);
  });

  it('names an earlier course that was collected and never served', () => {
    const collected = tableCourse({ number: 1, state: 'KITCHEN-TICKET-STATE-READYFORPICKUP', collected: true });
    const known = table({ parties: [party({ courses: [collected, tableCourse()] })] });
    expect(rowsOf([ticket({ id: '1-3-1' })], {}, [known])[0]?.earlier).toHaveLength(1);
    const onBoard = ready(1, { id: '1-1-1', course: course(1), collected: { by: { id: 1, name: 'Sam' }, at: at(2) } });
    expect(rowsOf([onBoard, ticket({ id: '1-3-1' })], {}, [known])[0]?.earlier).toEqual([]);
  });
});

describe('the order of rows', () => {
  const tickets = [
    ticket({ id: '1', table: seat('1'), startedAt: at(0), lateAt: null }),
    ticket({ id: '2', table: seat('2'), startedAt: at(2), lateAt: at(9) }),
    ticket({ id: '3', table: seat('3'), startedAt: at(1), lateAt: at(12) }),
    ready(7, { id: '4', table: seat('4'), startedAt: at(5) }),
    ready(6, { id: '5', table: seat('10'), startedAt: at(4), claim: { by: { id: 1, name: 'Sam' }, at: at(7) } }),
    ready(1, { id: '6', table: seat('0'), collected: { by: { id: 1, name: 'Sam' }, at: at(2) } }),
  ];
  it.each<[PassOptions['sort'], string[]]>([
    ['ready', ['5', '4', '2', '3', '1', '6']],
    ['oldest', ['1', '3', '2', '5', '4', '6']],
    ['table', ['6', '1', '2', '3', '4', '5']],
  ])('%s', (sort, order) => {
    expect(keys(tickets, { sort })).toEqual(order);
  });

  it('does not depend on the order in which tickets arrive', () => {
    const shuffled = fc.shuffledSubarray(tickets, { minLength: tickets.length });
    fc.assert(
      fc.property(shuffled, fc.constantFrom(...SORTS), (some, sort) => {
        expect(keys(some, { sort })).toEqual(keys(tickets, { sort }));
      }),
    );
  });
});

describe('filters', () => {
  const tickets = [
    ticket({ id: '1-1-1', table: seat('9') }),
    ticket({ id: '2-1-1', table: seat('20') }),
    ticket({ id: '3-3-1', table: null, ticketNumber: 38, orderKind: 'cafeteria' }),
  ];
  it.each<[Partial<PassOptions>, string[]]>([
    [{ tables: ['1-19'] }, ['1']],
    [{ tables: ['9-20'] }, ['1', '2']],
    [{ kind: 'cafeteria' }, ['3']],
    [{ kind: 'table' }, ['1', '2']],
  ])('%o', (options, order) => {
    expect(keys(tickets, { sort: 'table', ...options })).toEqual(order);
  });
});
