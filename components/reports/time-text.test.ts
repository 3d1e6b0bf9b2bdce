import { expect, it } from 'vitest';
import { scaleOf, timeParts } from './time-text';

it.each([
  [0, { clock: '0:00' }],
  [59.4, { clock: '0:59' }],
  [59.6, { clock: '1:00' }],
  [1_158, { clock: '19:18' }],
  [-22, { clock: '0:22' }],
  [3_599.4, { clock: '59:59' }],
  [3_599.6, { hours: 1, minutes: 0 }],
  [4_980, { hours: 1, minutes: 23 }],
  [7_199, { hours: 2, minutes: 0 }],
])('%s s', (seconds, parts) => {
  expect(timeParts(seconds)).toEqual(parts);
});

it.each([
  [1_800, 6, [0, 300, 600, 900, 1_200, 1_500, 1_800]],
  [1_801, 6, [0, 600, 1_200, 1_800, 2_400]],
  [45, 6, [0, 10, 20, 30, 40, 50]],
  [0, 6, [0, 10]],
])('a scale up to %s s in at most %s steps', (most, steps, scale) => {
  expect(scaleOf(most, steps)).toEqual(scale);
});
