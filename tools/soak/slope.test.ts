import { expect, test } from 'vitest';
import { slopeOf } from './findings';

const line = (hours: readonly number[], value: (hour: number) => number) =>
  hours.map((hour) => ({ hour, value: value(hour) }));

test('the slope of a line does not depend on its start', () => {
  expect(slopeOf(line([4, 5, 6, 9], (hour) => 180 + 2.5 * hour))).toBeCloseTo(2.5);
  expect(slopeOf(line([4, 5, 6, 9], (hour) => 180 - hour))).toBeCloseTo(-1);
  expect(slopeOf(line([1, 2, 3], () => 180))).toBe(0);
});

test('a sawtooth has almost no slope', () => {
  const hours = Array.from({ length: 401 }, (_, index) => index / 20);
  expect(slopeOf(line(hours, (hour) => 50 + 10 * (hour % 1)))).toBeCloseTo(0, 1);
});

test('one sample has no slope', () => {
  expect(slopeOf([{ hour: 1, value: 5 }])).toBeNaN();
  expect(slopeOf([])).toBeNaN();
});
