import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { hasTable } from '../screen/my-tables';
import type { TableList } from '../screen/table-list';
import { at, presumed, ready, ticket } from '../testing/tickets';
import { arrange, countOf, isEscalated, type Waiter, waitsTooLong } from './arrange';
import type { Shown } from './ready-options';

const SAM = { id: 7, name: 'Sam' };
const LEE = { id: 8, name: 'Lee' };

const waiter = (tables: TableList = []): Waiter => ({
  hasTables: tables.length > 0,
  isMyTable: hasTable(tables),
  screen: SAM.id,
});

const onPass = (number: string, minutes: number, overrides: Partial<Ticket> = {}) =>
  ready(minutes, { id: number, table: { number, subNumber: '1', name: null, guests: 2 }, ...overrides });

const ids = (tickets: readonly Ticket[]) => tickets.map(({ id }) => id);
type Options = { tables?: TableList; shown?: Shown; escalated?: string[]; screen?: number | null };

const arranged = (tickets: Ticket[], { tables = [], shown = 'all', escalated = [], screen = SAM.id }: Options = {}) => {
  const who = { ...waiter(tables), screen };
  const { first, mine, others } = arrange(tickets, who, shown, new Set(escalated));
  return [ids(first), ids(mine), ids(others)];
};

describe('the courses that wait on the pass', () => {
  it('are sorted oldest first, and by numeric id within one second', () => {
    const tickets = [onPass('10', 3), onPass('9', 3), onPass('1', 5), onPass('2', 1)];
    expect(arranged(tickets)).toEqual([[], [], ['2', '9', '10', '1']]);
  });

  it('do not include cooking, served, presumed, closed or collected ones', () => {
    const tickets = [
      presumed(1, { id: 'presumed' }),
      ticket({ id: 'cooks' }),
      onPass('served', 1, { servedAt: at(2), closedAt: at(2), closedBy: 'pos' }),
      onPass('closed', 1, { closedAt: at(2), closedBy: 'heatlamp' }),
      onPass('collected', 1, { collected: { by: LEE, at: at(2) } }),
      onPass('here', 1),
    ];
    expect(arranged(tickets)).toEqual([[], [], ['here']]);
    expect(countOf(arrange(tickets, waiter(), 'all', new Set()))).toBe(1);
  });

  const TICKETS = [
    onPass('1', 1),
    onPass('30', 2),
    onPass('31', 3, { claim: { by: SAM, at: at(4) } }),
    onPass('2', 4, { claim: { by: LEE, at: at(4) } }),
    onPass('38', 5, { table: null, ticketNumber: 38 }),
  ];

  it('are mine by my tables, then the others’; counter tickets belong to nobody', () => {
    expect(arranged(TICKETS, { tables: ['1-12'] })).toEqual([[], ['1', '2'], ['30', '31', '38']]);
  });

  it('are also mine by my claim if only mine are shown', () => {
    expect(arranged(TICKETS, { tables: ['1-12'], shown: 'mine' })).toEqual([[], ['1', '31', '2'], []]);
    expect(arranged(TICKETS, { tables: ['1-12'], shown: 'mine', screen: null })).toEqual([[], ['1', '2'], []]);
    expect(arranged(TICKETS, { shown: 'mine' })).toEqual([[], ['31'], []]);
  });

  it('come first once escalated, and appear only there', () => {
    const tickets = [onPass('30', 1), onPass('1', 0), onPass('2', 2), onPass('31', 3)];
    const escalated = ['30', '1'];
    expect(arranged(tickets, { tables: ['1-12'], escalated })).toEqual([['1', '30'], ['2'], ['31']]);
    expect(arranged(tickets, { tables: ['1-12'], escalated, shown: 'mine' })).toEqual([['1', '30'], ['2'], []]);
  });
});

describe('a course is escalated', () => {
  const isSo = (one: Ticket, minutes: number, escalateMs: number | null = 3 * 60_000) =>
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

  it('never while claimed, though it waits as long', () => {
    const held = onPass('1', 10, { claim: { by: LEE, at: at(11) } });
    expect(waitsTooLong(held, 3 * 60_000, Date.parse(at(13)))).toBe(true);
    expect(waitsTooLong(held, 3 * 60_000, Date.parse(at(12)))).toBe(false);
  });

  it('never while cooking, collected or closed', () => {
    expect(isSo(ticket(), 60)).toBe(false);
    expect(isSo(onPass('1', 10, { collected: { by: LEE, at: at(11) } }), 60)).toBe(false);
    expect(isSo(onPass('1', 10, { closedAt: at(12), closedBy: 'pos', servedAt: at(12) }), 60)).toBe(false);
  });
});
