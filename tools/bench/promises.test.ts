import { expect, test } from 'vitest';
import type { Figures, Round } from './figures';
import { verdictsOf } from './promises';

const BASELINE: Figures = {
  'deliveries at 16 connections': 1_000,
  'deliveries at 64 connections': 1_000,
  'acknowledgement at 1 connection, p50': 2,
  'acknowledgement at 16 connections, p99': 10,
  'screens at 20/s, p50': 2,
  'screens at 20/s, p99': 5,
  'screens at 200/s, p50': 2,
  'screens at 200/s, p99': 5,
};

/** Figures exactly at the limits of all promises. */
const AT_LIMITS: Figures = {
  'deliveries at 16 connections': 1_000,
  'deliveries at 64 connections': 1_500,
  'acknowledgement at 1 connection, p50': 3,
  'acknowledgement at 16 connections, p99': 50,
  'screens at 20/s, p50': 6,
  'screens at 20/s, p99': 15,
  'screens at 200/s, p50': 6,
  'screens at 200/s, p99': 15,
  'memory, idle with 50 screens': 200,
};

function round(heatlamp: Figures, baseline = BASELINE): Round {
  return { heatlamp, baseline, 'baseline with group commit': {} };
}

function unmet(heatlamp: Figures): string[] {
  return verdictsOf([round({ ...AT_LIMITS, ...heatlamp })]).flatMap(({ isMet, promise }) => (isMet ? [] : [promise]));
}

test('a promise is met at its limit', () => {
  expect(verdictsOf([round(AT_LIMITS)])).toHaveLength(9);
  expect(unmet({})).toEqual([]);
});

test.each<[Figures, string[]]>([
  [{ 'deliveries at 16 connections': 999 }, ['16 connections: at least the baseline']],
  [{ 'deliveries at 64 connections': 1_499 }, ['64 connections: at least 1.5 times the baseline']],
  [
    { 'acknowledgement at 1 connection, p50': 3.1 },
    ["acknowledgement at 1 connection: p50 at most 1.5 times the baseline's"],
  ],
  [
    { 'acknowledgement at 16 connections, p99': 51 },
    ["acknowledgement at 16 connections: p99 at most 5 times the baseline's"],
  ],
  [{ 'screens at 20/s, p50': 6.1 }, ["screens at 20/s: p50 at most 3 times the baseline's"]],
  [{ 'screens at 20/s, p99': 15.1 }, ["screens at 20/s: p99 at most the baseline's + 10 ms"]],
  [{ 'screens at 200/s, p50': 6.1 }, ["screens at 200/s: p50 at most 3 times the baseline's"]],
  [{ 'screens at 200/s, p99': 15.1 }, ["screens at 200/s: p99 at most the baseline's + 10 ms"]],
  [{ 'memory, idle with 50 screens': 201 }, ['memory: at most 200 MB, idle with Next inside and 50 screens']],
])('%o does not meet %o', (heatlamp, promises) => {
  expect(unmet(heatlamp)).toEqual(promises);
});

test('the median of the rounds is compared', () => {
  const bad = round({ ...AT_LIMITS, 'memory, idle with 50 screens': 900 });
  expect(verdictsOf([bad, round(AT_LIMITS), round(AT_LIMITS)]).every(({ isMet }) => isMet)).toBe(true);
  expect(verdictsOf([bad, bad, round(AT_LIMITS)]).every(({ isMet }) => isMet)).toBe(false);
});

test('a missing figure has no verdict', () => {
  expect(verdictsOf([round({ 'memory, idle with 50 screens': 180 }, {})]).map(({ measured }) => measured)).toEqual([
    '180 MB',
  ]);
});
