import { expect, it } from 'vitest';
import { durationParts, signOf } from './formats';

it.each([
  [0, { clock: '0:00' }],
  [499, { clock: '0:00' }],
  [500, { clock: '0:01' }],
  [59_600, { clock: '1:00' }],
  [245_000, { clock: '4:05' }],
  [-22_000, { clock: '0:22' }],
  [3_599_400, { clock: '59:59' }],
  [3_599_600, { hours: 1, minutes: '00' }],
  [4_980_000, { hours: 1, minutes: '23' }],
  [7_199_000, { hours: 2, minutes: '00' }],
])('%s ms are written as %o', (ms, parts) => {
  expect(durationParts(ms)).toEqual(parts);
});

it.each([
  [258_000, '+'],
  [-30_000, '−'],
  [-400, ''],
  [400, ''],
  [500, '+'],
  [-500, '−'],
])('a difference of %s ms has the sign "%s"', (ms, sign) => {
  expect(signOf(ms)).toBe(sign);
});
