import { describe, expect, it } from 'vitest';
import { isInTables, tableList } from './table-list';

describe('a typed list of tables', () => {
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

  it.each(['x', '1-', '-1', '1,,2', '1-2-3', '1;2', '1.5', '9'.repeat(41)])('is invalid: %s', (text) => {
    expect(tableList(text)).toBeUndefined();
  });

  it('can be read back from its written form', () => {
    for (const text of ['1-12,20', '3,1,2', '5-5,9']) {
      const tables = tableList(text) ?? [];
      expect(tableList(tables.join())).toEqual(tables);
    }
  });
});

describe('a filter by tables', () => {
  it.each<[string | null, boolean]>([
    ['10', true],
    ['29', true],
    ['40', true],
    ['9', false],
    ['30', false],
    ['-10', false],
    ['1e1', false],
    ['Terrace', false],
    ['123456789012345678901234567890', false],
    [null, false],
  ])('lets table %s through 10-29,40: %s', (table, isIn) => {
    expect(isInTables(['10-29', '40'], table)).toBe(isIn);
  });

  it('lets everything through if it is empty', () => {
    expect(isInTables([], 'Terrace')).toBe(true);
    expect(isInTables([], null)).toBe(true);
  });
});
