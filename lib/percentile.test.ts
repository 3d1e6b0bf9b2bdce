import { expect, test } from 'vitest';
import { percentile } from './percentile';

test('a percentile lies between order statistics, whatever the order of the values', () => {
  expect(percentile([40, 10, 30, 20], 0)).toBe(10);
  expect(percentile([40, 10, 30, 20], 0.5)).toBe(25);
  expect(percentile([40, 10, 30, 20], 1)).toBe(40);
  expect(percentile([5, 1, 3], 0.5)).toBe(3);
});

test('a percentile of few values does not pretend to be the longest', () => {
  const hundred = Array.from({ length: 101 }, (_, index) => index);
  expect(percentile(hundred, 0.99)).toBe(99);
});

test('a percentile of nothing is not a number', () => {
  expect(percentile([], 0.5)).toBeNaN();
});

test('values are sorted as numbers and left as they were', () => {
  const values = [100, 9, 20];
  expect(percentile(values, 0)).toBe(9);
  expect(values).toEqual([100, 9, 20]);
});
