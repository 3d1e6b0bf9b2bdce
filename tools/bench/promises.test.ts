import { expect, test } from 'vitest';
import type { Figures, Round } from './figures';
import { judge } from './promises';

const BASELINE: Figures = {
  'deliveries at 16 connections': 1_000,
  'deliveries at 64 connections': 1_000,
  'screens at 20/s, p50': 2,
  'screens at 20/s, p99': 5,
  'screens at 200/s, p50': 2,
  'screens at 200/s, p99': 5,
};

/** Figures exactly at the limits of all promises. */
const JUST: Figures = {
  'deliveries at 16 connections': 1_000,
  'deliveries at 64 connections': 3_000,
  'screens at 20/s, p50': 6,
  'screens at 20/s, p99': 15,
  'screens at 200/s, p50': 6,
  'screens at 200/s, p99': 15,
  'memory, idle with 50 screens': 200,
};

function round(heatlamp: Figures, baseline = BASELINE): Round {
  return { heatlamp, baseline, 'baseline with group commit': {} };
}

function broken(heatlamp: Figures): string[] {
  return judge([round({ ...JUST, ...heatlamp })]).flatMap(({ isMet, promise }) => (isMet ? [] : [promise]));
}

test('a promise holds up to its limit', () => {
  expect(judge([round(JUST)])).toHaveLength(8);
  expect(broken({})).toEqual([]);
});

test.each<[Figures, string[]]>([
  [{ 'deliveries at 16 connections': 999 }, ['16 connections: at least the baseline']],
  [{ 'deliveries at 64 connections': 2_999 }, ['64 connections: three times the baseline (the aim)']],
  [
    { 'deliveries at 64 connections': 1_999 },
    ['64 connections: at least twice the baseline', '64 connections: three times the baseline (the aim)'],
  ],
  [{ 'screens at 20/s, p50': 6.1 }, ["screens at 20/s: p50 at most 3 times the baseline's"]],
  [{ 'screens at 20/s, p99': 15.1 }, ["screens at 20/s: p99 at most the baseline's + 10 ms"]],
  [{ 'screens at 200/s, p50': 6.1 }, ["screens at 200/s: p50 at most 3 times the baseline's"]],
  [{ 'screens at 200/s, p99': 15.1 }, ["screens at 200/s: p99 at most the baseline's + 10 ms"]],
  [{ 'memory, idle with 50 screens': 201 }, ['memory: at most 200 MB, idle with Next inside and 50 screens']],
])('%o breaks %o', (heatlamp, promises) => {
  expect(broken(heatlamp)).toEqual(promises);
});

test('the median of the rounds is what counts', () => {
  const bad = round({ ...JUST, 'memory, idle with 50 screens': 900 });
  expect(judge([bad, round(JUST), round(JUST)]).every(({ isMet }) => isMet)).toBe(true);
  expect(judge([bad, bad, round(JUST)]).every(({ isMet }) => isMet)).toBe(false);
});

test('a missing figure is not judged', () => {
  expect(judge([round({ 'memory, idle with 50 screens': 180 }, {})]).map(({ measured }) => measured)).toEqual([
    '180 MB',
  ]);
});
