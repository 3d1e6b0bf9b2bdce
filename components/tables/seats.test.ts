import { describe, expect, it } from 'vitest';
import type { Party, Table, Ticket } from '../../contract/live';
import { at, EVENING, party, presumed, ready, table, ticket } from '../testing/tickets';
import { arrange, countTables, type Seat } from './seats';
import { TABLES_OPTIONS, type TablesOptions } from './tables-options';

const free = (number: string, overrides: Partial<Table> = {}) =>
  table({ number, status: 'TABLE-STATUS-OPEN', name: null, guests: null, ...overrides });
const minute = (minutes: number) => EVENING + minutes * 60_000;
const seen = (tables: Table[], tickets: Ticket[] = [], options: Partial<TablesOptions> = {}): Seat[] =>
  arrange(tables, tickets, { ...TABLES_OPTIONS.defaults, ...options });
const places = (seats: Seat[]) =>
  seats.map((seat) =>
    seat.table.subNumber === '1' ? seat.table.number : `${seat.table.number}·${seat.table.subNumber}`,
  );
const on = (number: string, overrides: Partial<Ticket> = {}) =>
  ticket({
    id: `${number}-${overrides.course?.number ?? 3}-1`,
    ...overrides,
    table: { number, subNumber: '1', name: null, guests: 2 },
  });

describe('the shown tables', () => {
  const tables = [table({ number: '10' }), free('9'), table({ number: '10', subNumber: '2' }), free('200')];

  it('are all of them, in numeric order, with the parts of a shared one together', () => {
    expect(places(seen(tables))).toEqual(['9', '10', '10·2', '200']);
    expect(countTables(tables, { tables: [] })).toEqual({ all: 4, taken: 2 });
  });

  it('can be limited to taken ones or a range, and the counts refer to the range', () => {
    expect(places(seen(tables, [], { show: 'taken' }))).toEqual(['10', '10·2']);
    const range = { tables: ['1-10'] };
    expect(places(seen(tables, [], range))).toEqual(['9', '10', '10·2']);
    expect(countTables(tables, range)).toEqual({ all: 3, taken: 2 });
  });

  it('are marked if they are mine', () => {
    const seats = seen(tables, [], { mine: ['1-9', '200'] });
    expect(seats.map(({ isMine }) => isMine)).toEqual([true, false, false, true]);
  });

  it('distinguish numbers beyond 2^53', () => {
    const large = ['900719925474099312345', '900719925474099312344'].map((number) => table({ number }));
    expect(places(seen(large))).toEqual(['900719925474099312344', '900719925474099312345']);
  });
});

describe('the wait for food', () => {
  const from = (overrides: Partial<Party>, tickets: Ticket[]) => seated([party(overrides)], tickets)[0]?.foodFrom;
  const seated = (parties: Party[], tickets: Ticket[]) => seen([table({ parties })], tickets)[0]?.parties ?? [];

  it('starts at the last food, or else at the first open course', () => {
    expect(from({ lastFoodAt: at(20) }, [ticket({ startedAt: at(5) })])).toBe(minute(20));
    const later = ticket({ id: '1-4-1', startedAt: at(9) });
    expect(from({}, [later, ticket({ startedAt: at(5) })])).toBe(minute(5));
    expect(from({}, [ready(7, { startedAt: null })])).toBe(minute(7));
  });

  it('ignores closed and presumed courses, and is unknown without events', () => {
    expect(from({}, [ticket({ closedAt: at(9), servedAt: at(9) })])).toBeNull();
    expect(from({}, [presumed(9)])).toBeNull();
    expect(from({}, [on('13', { course: { ...ticket().course, number: 9 } })])).toBeNull();
    expect(from({}, [])).toBeNull();
  });

  it('is separate for each party, and absent at a free table', () => {
    const parties = [party({ lastFoodAt: at(20) }), party({ orderKey: 2, guests: 2 })];
    const both = seated(parties, [ticket({ id: '2-3-1', startedAt: at(9) })]);
    expect(both.map(({ party: { orderKey }, foodFrom, isWaiting }) => [orderKey, foodFrom, isWaiting])).toEqual([
      [1, minute(20), false],
      [2, minute(9), true],
    ]);
    expect(seen([free('12', { parties })])[0]?.parties).toEqual([]);
  });

  it('ignores a collected course, which is on the table', () => {
    const collected = ready(5, { collected: { by: { id: 1, name: 'Sam' }, at: at(6) } });
    const had = [party({ lastFoodAt: at(6) })];
    const [seat] = seated(had, [collected]);
    expect(seat).toMatchObject({ foodFrom: minute(6), isWaiting: false });
    const other = ticket({ id: '1-4-1', course: { ...ticket().course, number: 4 } });
    expect(seated(had, [collected, other])[0]).toMatchObject({ isWaiting: true });
    expect(seated(had, [collected, ticket({ id: '1-3-2' })])[0]).toMatchObject({ isWaiting: true });
  });
});

describe('the order of tables', () => {
  it('is longest without food first, with free ones last', () => {
    const tables = [
      free('1'),
      table({ number: '2', parties: [party({ orderKey: 2, lastFoodAt: at(30) })] }),
      table({ number: '3', parties: [party({ orderKey: 3 })] }),
      table({ number: '4', parties: [party({ orderKey: 7, lastFoodAt: at(50) }), party({ orderKey: 4 })] }),
    ];
    const tickets = [on('3', { startedAt: at(40) }), on('4', { startedAt: at(2) })];
    expect(places(seen(tables, tickets, { sort: 'food' }))).toEqual(['4', '2', '3', '1']);
  });

  it('is most urgent first, then longest in its status, with free ones by number', () => {
    const of = (number: string, status: Table['status'], minutes: number) =>
      table({ number, status, since: at(minutes) });
    const tables = [
      of('1', 'TABLE-STATUS-OPEN', 9),
      of('2', 'TABLE-STATUS-OPEN', 1),
      of('3', 'TABLE-STATUS-RECENTLY-PAID', 0),
      of('4', 'TABLE-STATUS-TAKEN', 8),
      of('5', 'TABLE-STATUS-TAKEN', 7),
      of('6', 'TABLE-STATUS-TAKEN-AND-RECEIPT-PRINTED', 0),
      of('7', 'TABLE-STATUS-ORDER-READY-TO-BE-SERVED', 0),
      of('8', 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED', 0),
      of('9', 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED', 0),
    ];
    const wanted = ['9', '8', '7', '6', '5', '4', '3', '1', '2'];
    expect(places(seen(tables, [], { sort: 'status' }))).toEqual(wanted);
    expect(places(seen(tables.toReversed(), [], { sort: 'status' }))).toEqual(wanted);
  });
});
