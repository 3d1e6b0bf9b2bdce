import { expect, it } from 'vitest';
import { type Found, figureOf, verdictsOf } from './findings';
import { reportText } from './report';

function found(courses: number, ms: number[], busy: number[]): Found {
  return {
    courses,
    databaseBytes: courses * 3_000,
    queried: [{ name: 'summary by day', ms }],
    answered: [{ name: 'history, first page', ms: [2, 3] }],
    opened: [{ name: 'live', ms: [20, 30] }],
    firstAnswers: [4_000],
    quiet: [5, 6, 7],
    busy,
    reports: 100,
    residentBytes: { started: 170e6, readAhead: 250e6, afterwards: 300e6 },
  };
}

it('has the median and the slow percentiles of all times', () => {
  expect(figureOf({ name: 'x', ms: [3, 1, 2] })).toEqual({ name: 'x', p50: 2, p95: 2.9 });
});

it('reports which promises hold', () => {
  expect(verdictsOf(found(1_000, [200, 299], [90])).map(({ isMet }) => isMet)).toEqual([true, true]);
  expect(verdictsOf(found(1_000, [200, 900], [101])).map(({ isMet }) => isMet)).toEqual([false, false]);
});

it('reports a promise without measurements as broken', () => {
  const nothing = { ...found(1_000, [], []), queried: [], answered: [], opened: [] };
  expect(verdictsOf(nothing).some(({ isMet }) => isMet)).toBe(false);
});

it('writes the figures as a Markdown table', () => {
  const text = reportText({ isQuick: true, found: [found(1_000, [2], [3]), found(20_000, [3], [4])] });
  expect(text).toMatch(/\| summary by day +\| +2\.0 \/ 2\.0 ms \| +3\.0 \/ 3\.0 ms \|/);
  expect(text).toMatch(/\| memory, everything read ahead +\| +250 MB \| +250 MB \|/);
  expect(text).toMatch(/\| acknowledgement p99, quiet +\| +6\.0 ms \(5\.0–7\.0\) \| +6\.0 ms \(5\.0–7\.0\) \|/);
});
