import { describe, expect, it } from 'vitest';
import { PRACTICE_ORDER } from '../../contract/constants';
import { ticket } from '../testing/tickets';
import { hasTable, toggled } from './table-list';

describe('a tap on a table', () => {
  it.each([
    [[], '5', ['5']],
    [['5'], '6', ['5-6']],
    [['1-4', '6'], '5', ['1-6']],
    [['1-12'], '5', ['1-4', '6-12']],
    [['1-12'], '1', ['2-12']],
    [['1-12'], '12', ['1-11']],
    [['1-2', '20'], '20', ['1-2']],
    [['5'], '5', []],
    [['5'], 'terrace', ['5']],
  ])('%j and %s make %j', (tables, number, after) => {
    expect(toggled(tables, number)).toEqual(after);
  });
});

describe('a table belongs to a waiter', () => {
  it('by its number, whatever its part', () => {
    const has = hasTable(['1-12', '20']);
    const at = (number: string, subNumber = '1') => ticket({ table: { number, subNumber, name: null, guests: null } });
    expect(['1', '12', '20'].map((number) => has(at(number, '2')))).toEqual([true, true, true]);
    expect(['0', '13', '19', '21', 'terrace', '-5'].some((number) => has(at(number)))).toBe(false);
  });

  it('but a counter ticket belongs to nobody', () => {
    expect(hasTable(['1-100'])(ticket({ table: null, ticketNumber: 38 }))).toBe(false);
  });

  it('[F26] and what is not real belongs to every waiter', () => {
    const practised = { orderId: PRACTICE_ORDER, table: { number: 'P3', subNumber: '1', name: null, guests: 6 } };
    for (const tables of [[], ['1-12']]) {
      expect(hasTable(tables)(ticket(practised))).toBe(true);
      expect(hasTable(tables)(ticket({ ...practised, table: null, ticketNumber: 7 }))).toBe(true);
    }
  });
});
