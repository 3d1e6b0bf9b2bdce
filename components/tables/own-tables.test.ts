import { expect, it } from 'vitest';
import { isAmong, tableList } from './own-tables';

it.each([
  ['1-12,20', ['1-12', '20']],
  [' 3 , 5-5', ['3', '5-5']],
  ['900719925474099312345', ['900719925474099312345']],
  ['', undefined],
  ['1-', undefined],
  ['12-1', undefined],
  ['1,,2', undefined],
  ['all of them', undefined],
  ['-3', undefined],
])('"%s" in the address is %j', (text, tables) => {
  expect(tableList(text)).toEqual(tables);
});

it('both ends of a stretch belong to it, by number and not by spelling', () => {
  const mine = ['1-12', '20'];
  expect(['1', '9', '12', '20', '007'].map((number) => isAmong(mine, number))).toEqual([true, true, true, true, true]);
  expect(['0', '13', '19', '21', '-1', '200'].some((number) => isAmong(mine, number))).toBe(false);
  expect(isAmong([], '1')).toBe(false);
});
