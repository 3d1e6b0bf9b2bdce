import { expect, it } from 'vitest';
import { isInRange } from './in-range';

const range = { from: 10n, to: 29n };

it.each<[string | null, boolean]>([
  ['10', true],
  ['29', true],
  ['9', false],
  ['30', false],
  ['-10', false],
  ['1e1', false],
  ['Terrace', false],
  ['123456789012345678901234567890', false],
  [null, false],
])('table %s is in 10-29: %s', (table, isIn) => {
  expect(isInRange(table, range)).toBe(isIn);
});

it('all are in no range', () => {
  expect(isInRange('Terrace', null)).toBe(true);
  expect(isInRange(null, null)).toBe(true);
});
