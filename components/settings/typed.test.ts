import { expect, it } from 'vitest';
import { readTyped } from './typed';

it.each([
  ['latePercent', ' 90 ', 90],
  ['readyLate', '2,5', 2.5],
  ['readyLate', '2.5', 2.5],
  ['readyLeavesWall', 'off', 'off'],
  ['readyLeavesWall', '7,5', 7.5],
  ['services', 'lunch 11:00, dinner 16:00', 'lunch 11:00, dinner 16:00'],
  ['headerPrefix', 'X-Acme', 'acme'],
  ['posTimeUnit', 'minutes', 'minutes'],
] as const)('%s takes “%s”', (key, typed, value) => {
  expect(readTyped(key, typed)).toEqual({ ok: true, value });
});

it.each([
  ['latePercent', '', { is: 'number', least: 1, most: 1000 }],
  ['latePercent', '1,000', { is: 'number', least: 1, most: 1000 }],
  ['readyLate', '2,5,1', { is: 'number', least: 0.1, most: 1440 }],
  ['readyLeavesWall', '-1', { is: 'number', least: 0, most: 1440 }],
  ['nameDays', '0.5', { is: 'number', least: 1, most: 3650 }],
  ['services', 'lunch 11:00, lunch 12:00', { is: 'services' }],
  ['openingHours', '10-23', { is: 'hours' }],
  ['kioskPin', '417', { is: 'pin' }],
  ['headerPrefix', 'a b', { is: 'prefix' }],
] as const)('%s refuses “%s” and says what would do', (key, typed, wrong) => {
  expect(readTyped(key, typed)).toEqual({ ok: false, wrong });
});
