import { describe, expect, it } from 'vitest';
import { ticket } from '../testing/tickets';
import { hasTable, isAmong, tableList, toggled } from './my-tables';

describe('a list of tables as it is typed', () => {
  it.each([
    ['1-12,20', ['1-12', '20']],
    [' 20 , 1 - 12 ,', ['1-12', '20']],
    ['12-1', ['1-12']],
    ['1–3', ['1-3']],
    ['1,2,3,5', ['1-3', '5']],
    ['1-5,3-8,7', ['1-8']],
    ['007', ['7']],
    ['90071992547409931', ['90071992547409931']],
    ['', []],
  ])('%s', (text, tables) => {
    expect(tableList(text)).toEqual(tables);
  });

  it.each(['x', '1-', '-1', '1,,2', '1-2-3', '1;2', '1.5', '9'.repeat(41)])('is not understood: %s', (text) => {
    expect(tableList(text)).toBeUndefined();
  });

  it('reads what it made of it', () => {
    for (const text of ['1-12,20', '3,1,2', '5-5,9']) {
      const tables = tableList(text) ?? [];
      expect(tableList(tables.join())).toEqual(tables);
    }
  });
});

describe('tapping a table', () => {
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

describe('whose a table is', () => {
  it('is by its number, whatever its part', () => {
    const has = hasTable(['1-12', '20']);
    const at = (number: string, subNumber = '1') => ticket({ table: { number, subNumber, name: null, guests: null } });
    expect(['1', '12', '20'].map((number) => has(at(number, '2')))).toEqual([true, true, true]);
    expect(['0', '13', '19', '21', 'terrace', '-5'].some((number) => has(at(number)))).toBe(false);
    expect(isAmong(['1-12'], '7')).toBe(true);
  });

  it('is nobody’s at the counter', () => {
    expect(hasTable(['1-100'])(ticket({ table: null, ticketNumber: 38 }))).toBe(false);
  });
});
