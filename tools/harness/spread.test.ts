import { expect, test } from 'vitest';
import { spreadOf } from './spread';

test('a spread is the median, minimum and maximum of the rounds', () => {
  expect(spreadOf([30, 10, 50, 20, 40])).toEqual({ median: 30, min: 10, max: 50 });
});

test('the median of two rounds is their mean', () => {
  expect(spreadOf([100, 9])).toEqual({ median: 54.5, min: 9, max: 100 });
});

test('one outlier changes the maximum and not the median', () => {
  expect(spreadOf([10, 10, 10, 10, 9_000])).toEqual({ median: 10, min: 10, max: 9_000 });
});
