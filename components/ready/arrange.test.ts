import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../domain/live-contract';
import { at, ready, ticket } from '../testing/tickets';
import { arrange, isEscalated, type Waiter } from './arrange';
import { hasTable, type TableList } from './my-tables';

const SAM = { id: 7, name: 'Sam' };
const LEE = { id: 8, name: 'Lee' };

const waiter = (tables: TableList = []): Waiter => ({
  hasTables: tables.length > 0,
  isMyTable: hasTable(tables),
  screen: SAM.id,
});

const onPass = (number: string, minutes: number, words: Partial<Ticket> = {}) =>
  ready(minutes, { id: number, table: { number, subNumber: '1', name: null, guests: 2 }, ...words });

const ids = (tickets: readonly Ticket[]) => tickets.map(({ id }) => id);
const arranged = (tickets: Ticket[], who: Waiter, escalated: string[] = []) => {
  const { nobodys, mine, others } = arrange(tickets, who, new Set(escalated));
  return [ids(nobodys), ids(mine), ids(others)];
};

describe('what waits on the pass', () => {
  it('is the oldest first; of one second the ids decide, as numbers', () => {
    const tickets = [onPass('10', 3), onPass('9', 3), onPass('1', 5), onPass('2', 1)];
    expect(arranged(tickets, waiter())).toEqual([[], ['2', '9', '10', '1'], []]);
  });

  it('is neither what cooks, nor what is served, closed or collected', () => {
    const tickets = [
      ticket({ id: 'cooks' }),
      onPass('served', 1, { servedAt: at(2), closedAt: at(2), closedBy: 'pos' }),
      onPass('closed', 1, { closedAt: at(2), closedBy: 'heatlamp' }),
      onPass('collected', 1, { collected: { by: LEE, at: at(2) } }),
      onPass('here', 1),
    ];
    expect(arranged(tickets, waiter())).toEqual([[], ['here'], []]);
  });

  it('is mine by my tables and by my word; the counter is nobody’s', () => {
    const tickets = [
      onPass('1', 1),
      onPass('30', 2),
      onPass('31', 3, { claim: { by: SAM, at: at(4) } }),
      onPass('2', 4, { claim: { by: LEE, at: at(4) } }),
      onPass('38', 5, { table: null, ticketNumber: 38 }),
    ];
    expect(arranged(tickets, waiter(['1-12']))).toEqual([[], ['1', '31', '2'], ['30', '38']]);
  });

  it('is everybody’s once it escalated, and stands in no other place', () => {
    const tickets = [onPass('30', 1), onPass('1', 0), onPass('2', 2)];
    expect(arranged(tickets, waiter(['1-12']), ['30', '1'])).toEqual([['1', '30'], ['2'], []]);
  });

  it('is nobody’s who has not been told which screen this is', () => {
    const tickets = [onPass('30', 1, { claim: { by: SAM, at: at(2) } })];
    expect(arranged(tickets, { ...waiter(['1']), screen: null })).toEqual([[], [], ['30']]);
  });
});

describe('it is everybody’s', () => {
  const isSo = (one: Ticket, minutes: number, escalateMs: number | null = 3 * 60_000) =>
    isEscalated(one, escalateMs, Date.parse(at(minutes)));

  it('after the time that was chosen, to the second', () => {
    expect(isSo(onPass('1', 10), 12.99)).toBe(false);
    expect(isSo(onPass('1', 10), 13)).toBe(true);
    expect(isSo(onPass('1', 10), 600, null)).toBe(false);
  });

  it('not while somebody has it, and at once when the claim has run out after that time', () => {
    expect(isSo(onPass('1', 10, { claim: { by: LEE, at: at(11) } }), 20)).toBe(false);
    expect(isSo(onPass('1', 10), 20)).toBe(true);
  });

  it('not what cooks, is collected or closed', () => {
    expect(isSo(ticket(), 60)).toBe(false);
    expect(isSo(onPass('1', 10, { collected: { by: LEE, at: at(11) } }), 60)).toBe(false);
    expect(isSo(onPass('1', 10, { closedAt: at(12), closedBy: 'pos', servedAt: at(12) }), 60)).toBe(false);
  });
});
