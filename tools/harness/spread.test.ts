import { expect, test } from 'vitest';
import { spreadOf } from './spread';

test('a spread is the median with the least and the most of the rounds', () => {
  expect(spreadOf([30, 10, 50, 20, 40])).toEqual({ median: 30, least: 10, most: 50 });
});

test('between two rounds the median lies in the middle', () => {
  expect(spreadOf([100, 9])).toEqual({ median: 54.5, least: 9, most: 100 });
});

test('one bad round moves the spread and not the median', () => {
  expect(spreadOf([10, 10, 10, 10, 9_000])).toEqual({ median: 10, least: 10, most: 9_000 });
});
