import { expect, it } from 'vitest';
import { figureOf, type Measurements, verdictsOf } from './findings';
import { reportText } from './report';

function measurements(courses: number, ms: number[], busy: number[]): Measurements {
  return {
    courses,
    databaseBytes: courses * 3_000,
    queries: [{ name: 'summary by day', ms }],
    requests: [{ name: 'history, first page', ms: [2, 3] }],
    pages: [{ name: 'live', ms: [20, 30] }],
    firstReports: [4_000],
    quiet: [5, 6, 7],
    busy,
    reports: 100,
    residentBytes: { started: 170e6, readAhead: 250e6, afterwards: 300e6 },
  };
}

it('computes the median and the 95th percentile', () => {
  expect(figureOf({ name: 'x', ms: [3, 1, 2] })).toEqual({ name: 'x', p50: 2, p95: 2.9 });
});

it('reports which promises are met', () => {
  expect(verdictsOf(measurements(1_000, [200, 299], [90])).map(({ isMet }) => isMet)).toEqual([true, true]);
  expect(verdictsOf(measurements(1_000, [200, 900], [101])).map(({ isMet }) => isMet)).toEqual([false, false]);
});

it('reports a promise without measurements as not met', () => {
  const nothing = { ...measurements(1_000, [], []), queries: [], requests: [], pages: [] };
  expect(verdictsOf(nothing).some(({ isMet }) => isMet)).toBe(false);
});

it('writes the figures as a Markdown table', () => {
  const text = reportText({
    isQuick: true,
    measurements: [measurements(1_000, [2], [3]), measurements(20_000, [3], [4])],
  });
  expect(text).toMatch(/\| summary by day +\| +2\.0 \/ 2\.0 ms \| +3\.0 \/ 3\.0 ms \|/);
  expect(text).toMatch(/\| memory, everything read ahead +\| +250 MB \| +250 MB \|/);
  expect(text).toMatch(/\| acknowledgement p99, quiet +\| +6\.0 ms \(5\.0–7\.0\) \| +6\.0 ms \(5\.0–7\.0\) \|/);
});
