import { expect, test } from 'vitest';
import { percentile } from './percentile';

test('a percentile is interpolated between order statistics of unsorted values', () => {
  expect(percentile([40, 10, 30, 20], 0)).toBe(10);
  expect(percentile([40, 10, 30, 20], 0.5)).toBe(25);
  expect(percentile([40, 10, 30, 20], 1)).toBe(40);
  expect(percentile([5, 1, 3], 0.5)).toBe(3);
});

test('a high percentile of few values is less than the maximum', () => {
  const hundred = Array.from({ length: 101 }, (_, index) => index);
  expect(percentile(hundred, 0.99)).toBe(99);
});

test('a percentile of no values is NaN', () => {
  expect(percentile([], 0.5)).toBeNaN();
});

test('values are sorted as numbers, and the input is not modified', () => {
  const values = [100, 9, 20];
  expect(percentile(values, 0)).toBe(9);
  expect(values).toEqual([100, 9, 20]);
});
