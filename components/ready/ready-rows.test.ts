import { describe, expect, it } from 'vitest';
import { PRACTICE_ORDER } from '../../contract/constants';
import type { Ticket } from '../../contract/live';
import { hasTable, type TableList } from '../screen/table-list';
import { at, EVENING, presumed, ready, ticket } from '../testing/tickets';
import type { Shown } from './ready-options';
import { arrange, isEscalated, lastTurn, rowsIn, type Waiter } from './ready-rows';

const SAM = { id: 7, name: 'Sam' };
const LEE = { id: 8, name: 'Lee' };
const MINUTE_MS = 60_000;

const waiter = (tables: TableList = []): Waiter => ({
  hasTables: tables.length > 0,
  isMyTable: hasTable(tables),
  screen: SAM.id,
});

const tableAt = (number: string) => ({ number, subNumber: '1', name: null, guests: 2 });

/** A course that became ready at that minute; its order and its table have the first number of its id. */
const onPass = (id: string, minutes: number, overrides: Partial<Ticket> = {}) =>
  ready(minutes, { id, table: tableAt(id.split('-')[0] ?? ''), ...overrides });

type Options = { tables?: TableList; shown?: Shown; escalateMs?: number | null; screen?: number | null };

const arranged = (
  tickets: Ticket[],
  minutes: number,
  { tables = [], shown = 'all', escalateMs = null, screen = SAM.id }: Options = {},
) => arrange(tickets, { ...waiter(tables), screen }, shown, { now: EVENING + minutes * MINUTE_MS, escalateMs });

const ids = (rows: ReturnType<typeof rowsIn>) => rows.map((row) => row.tickets.map(({ id }) => id).join(' + '));

/** The parts at that minute, as `name: row, row`. */
const partsAt = (...given: Parameters<typeof arranged>) =>
  arranged(...given).parts.map(
    ({ isTooLong, isElsewhere, rows }) =>
      `${isElsewhere ? 'elsewhere, ' : ''}${isTooLong ? 'too long' : 'just ready'}: ${ids(rows).join(', ')}`,
  );

describe('what waits on the pass', () => {
  it('is just ready until the instant that the server computed, then too long, each newest first', () => {
    const tickets = [onPass('10-1-1', 3), onPass('9-1-1', 3), onPass('1-1-1', 0), onPass('2-1-1', 1)];
    expect(partsAt(tickets, 3)).toEqual(['just ready: 10-1-1, 9-1-1, 2-1-1, 1-1-1']);
    expect(partsAt(tickets, 5)).toEqual(['just ready: 10-1-1, 9-1-1', 'too long: 2-1-1, 1-1-1']);
    expect(partsAt(tickets, 6.99)).toEqual(['just ready: 10-1-1, 9-1-1', 'too long: 2-1-1, 1-1-1']);
    expect(partsAt(tickets, 7)).toEqual(['too long: 10-1-1, 9-1-1, 2-1-1, 1-1-1']);
    expect(partsAt([onPass('1-1-1', 0, { lateAt: null })], 600)).toEqual(['just ready: 1-1-1']);
  });

  it('includes no cooking, served, presumed, closed or collected course', () => {
    const tickets = [
      presumed(1, { id: '1-1-1' }),
      ticket({ id: '2-1-1' }),
      onPass('3-1-1', 1, { servedAt: at(2), closedAt: at(2), closedBy: 'pos' }),
      onPass('4-1-1', 1, { closedAt: at(2), closedBy: 'heatlamp' }),
      onPass('5-1-1', 1, { collected: { by: LEE, at: at(2) } }),
      onPass('6-1-1', 1),
      presumed(1, { id: '6-2-1' }),
    ];
    expect(partsAt(tickets, 3)).toEqual(['just ready: 6-1-1']);
    expect(arranged([], 3)).toEqual({ parts: [], untaken: [] });
  });

  it('is one row for each order, so that two parties at a table keep their own', () => {
    const tickets = [
      onPass('1-1-1', 1),
      onPass('2-1-1', 2, { table: tableAt('1') }),
      onPass('1-2-1', 3),
      onPass('1-2-2', 2),
      onPass('38-1-1', 1, { table: null, ticketNumber: 38 }),
    ];
    expect(partsAt(tickets, 3)).toEqual(['just ready: 1-2-1 + 1-2-2 + 1-1-1, 2-1-1, 38-1-1']);
  });

  it('stands where the newest course of its row belongs', () => {
    const tickets = [onPass('1-1-1', 0), onPass('2-1-1', 1), onPass('1-2-1', 6), onPass('3-1-1', 5)];
    expect(partsAt(tickets, 6)).toEqual(['just ready: 1-2-1 + 1-1-1, 3-1-1', 'too long: 2-1-1']);
    expect(rowsIn(arranged(tickets, 6)).map(({ newest }) => newest.id)).toEqual(['1-2-1', '3-1-1', '2-1-1']);
  });

  it('is a row for each person who claimed something of the order, and one for the rest', () => {
    const tickets = [
      onPass('1-1-1', 1, { claim: { by: SAM, at: at(2) } }),
      onPass('1-2-1', 1, { claim: { by: LEE, at: at(2) } }),
      onPass('1-3-1', 2),
      onPass('1-4-1', 3),
    ];
    expect(partsAt(tickets, 3)).toEqual(['just ready: 1-4-1 + 1-3-1, 1-2-1, 1-1-1']);
  });

  it('keeps the key of a row when a claim takes all of it, or another course joins', () => {
    const free = [onPass('1-1-1', 1), onPass('1-2-1', 2)];
    const claimed = free.map((each) => ({ ...each, claim: { by: SAM, at: at(2) } }));
    const keys = [free, claimed, [...free, onPass('1-3-1', 3)]].map((tickets) => rowsIn(arranged(tickets, 3))[0]?.key);
    expect(new Set(keys)).toEqual(new Set(['1-1-1']));
  });
});

describe('of what waits, mine', () => {
  const TICKETS = [
    onPass('1-1-1', 1),
    onPass('30-1-1', 8),
    onPass('31-1-1', 3, { claim: { by: SAM, at: at(4) } }),
    onPass('2-1-1', 7, { claim: { by: LEE, at: at(8) } }),
    onPass('38-1-1', 5, { table: null, ticketNumber: 38 }),
  ];

  it('comes before the others’ in the full list; counter tickets belong to nobody', () => {
    expect(partsAt(TICKETS, 8, { tables: ['1-12'] })).toEqual([
      'just ready: 2-1-1',
      'too long: 1-1-1',
      'elsewhere, just ready: 30-1-1, 38-1-1',
      'elsewhere, too long: 31-1-1',
    ]);
  });

  it('is what the tables and the claims of this screen say, where only mine are shown', () => {
    const mine = { shown: 'mine', tables: ['1-12'] } as const;
    expect(partsAt(TICKETS, 8, mine)).toEqual(['just ready: 2-1-1', 'too long: 31-1-1, 1-1-1']);
    expect(partsAt(TICKETS, 8, { ...mine, screen: null })).toEqual(['just ready: 2-1-1', 'too long: 1-1-1']);
    expect(partsAt(TICKETS, 8, { shown: 'mine' })).toEqual(['too long: 31-1-1']);
  });

  it('[F28] includes what is practised', () => {
    const practised = onPass('9-1-1', 1, { orderId: PRACTICE_ORDER, table: tableAt('P1') });
    expect(partsAt([practised], 2, { shown: 'mine', tables: ['1-12'] })).toEqual(['just ready: 9-1-1']);
  });

  it('has no rows of others, only which of them nobody took in time', () => {
    const escalateMs = 3 * MINUTE_MS;
    const untaken = (minutes: number, options: Options) =>
      ids(arranged(TICKETS, minutes, { shown: 'mine', escalateMs, ...options }).untaken);
    expect(untaken(7.99, { tables: ['1-12'] })).toEqual([]);
    expect(untaken(8, { tables: ['1-12'] })).toEqual(['38-1-1']);
    expect(untaken(11, { tables: ['1-12'] })).toEqual(['30-1-1', '38-1-1']);
    expect(untaken(11, { tables: ['30'] })).toEqual(['38-1-1', '1-1-1']);
    expect(untaken(11, { tables: ['30'], escalateMs: null })).toEqual([]);
    expect(untaken(11, { tables: ['30'], shown: 'all' })).toEqual([]);
  });

  it('has no row of others for a course that nobody took, also beside one that waits for less', () => {
    const tickets = [onPass('5-1-1', 1), onPass('5-2-1', 9)];
    const { untaken } = arranged(tickets, 9, { tables: ['1'], shown: 'mine', escalateMs: 3 * MINUTE_MS });
    expect(ids(untaken)).toEqual(['5-2-1 + 5-1-1']);
  });
});

describe('the last instant at which time changed the list', () => {
  const minutesOf = (ms: number) => (ms - EVENING) / MINUTE_MS;
  const TICKETS = [
    onPass('1-1-1', 1),
    onPass('2-1-1', 2),
    ticket({ id: '3-1-1', lateAt: at(1.5) }),
    presumed(0, { id: '4-1-1', lateAt: at(1.5) }),
  ];

  it('is that of a serve limit or an escalation, of waiting courses only', () => {
    const turns = [3, 4, 4.5, 5, 5.5, 60].map((minute) =>
      minutesOf(lastTurn(TICKETS, 3 * MINUTE_MS, EVENING + minute * MINUTE_MS)),
    );
    expect(turns.slice(1)).toEqual([4, 4, 5, 5, 6]);
    expect(lastTurn(TICKETS, 3 * MINUTE_MS, EVENING + 3 * MINUTE_MS)).toBe(0);
    expect(minutesOf(lastTurn(TICKETS, null, EVENING + 5.5 * MINUTE_MS))).toBe(5);
  });

  it('gives the same list as now does', () => {
    for (let minutes = 0; minutes <= 8; minutes += 0.25) {
      const now = EVENING + minutes * MINUTE_MS;
      const options = { tables: ['1'], shown: 'mine', escalateMs: 3 * MINUTE_MS } as const;
      const turn = minutesOf(lastTurn(TICKETS, options.escalateMs, now));
      expect(arranged(TICKETS, turn, options)).toEqual(arranged(TICKETS, minutes, options));
    }
  });
});

describe('a course is escalated', () => {
  const isSo = (one: Ticket, minutes: number, escalateMs: number | null = 3 * MINUTE_MS) =>
    isEscalated(one, escalateMs, Date.parse(at(minutes)));

  it('after the chosen time, to the second', () => {
    expect(isSo(onPass('1', 10), 12.99)).toBe(false);
    expect(isSo(onPass('1', 10), 13)).toBe(true);
    expect(isSo(onPass('1', 10), 600, null)).toBe(false);
  });

  it('not while it is claimed, and at once when the claim expires after that time', () => {
    expect(isSo(onPass('1', 10, { claim: { by: LEE, at: at(11) } }), 20)).toBe(false);
    expect(isSo(onPass('1', 10), 20)).toBe(true);
  });

  it('never while cooking, collected, closed or presumed served', () => {
    expect(isSo(ticket(), 60)).toBe(false);
    expect(isSo(onPass('1', 10, { collected: { by: LEE, at: at(11) } }), 60)).toBe(false);
    expect(isSo(onPass('1', 10, { closedAt: at(12), closedBy: 'pos', servedAt: at(12) }), 60)).toBe(false);
    expect(isSo(presumed(10), 60)).toBe(false);
  });
});
