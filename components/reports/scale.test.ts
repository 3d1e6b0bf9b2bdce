import { expect, it } from 'vitest';
import { scaleOf } from './scale';

it.each([
  [1_800, 6, [0, 300, 600, 900, 1_200, 1_500, 1_800]],
  [1_801, 6, [0, 600, 1_200, 1_800, 2_400]],
  [45, 6, [0, 10, 20, 30, 40, 50]],
  [0, 6, [0, 10]],
])('a scale up to %s s in at most %s steps', (most, steps, scale) => {
  expect(scaleOf(most, steps)).toEqual(scale);
});
