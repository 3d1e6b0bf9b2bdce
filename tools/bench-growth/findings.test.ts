import { expect, it } from 'vitest';
import { type Found, figuresOf, verdictsOf } from './findings';
import { reportText } from './report';

function found(courses: number, times: number[], page: number): Found {
  return {
    courses,
    databaseBytes: courses * 3_000,
    idleBytes: 200e6,
    residentBytes: 250e6,
    startsMs: times,
    visits: times.map((ms) => ({
      health: 0.2,
      acknowledged: { p50: ms, p99: ms * 3 },
      board: ms / 2,
      boardBytes: 50_000,
      pages: { 'first page': page },
    })),
  };
}

it('compares each round with the same round of the shortest history, so that a slow minute has no effect', () => {
  const figures = figuresOf([found(1_000, [2, 20, 2], 5), found(1_000_000, [2.2, 22, 2.2], 5)]);
  const acknowledged = figures.find(({ name }) => name === 'acknowledgement, p50');
  expect(acknowledged?.spreads[1]).toEqual({ median: 2.2, least: 2.2, most: 22 });
  expect(acknowledged?.ratios[0]).toBe(1);
  expect(acknowledged?.ratios[1]).toBeCloseTo(1.1);
});

it('reports which promises hold for the longest history', () => {
  const kept = verdictsOf(figuresOf([found(1_000, [2], 5), found(1_000_000, [2.6], 300)]));
  expect(kept.map(({ isMet }) => isMet)).toEqual([true, true, true]);
  const broken = verdictsOf(figuresOf([found(1_000, [2], 5), found(1_000_000, [2.7], 301)]));
  expect(broken.map(({ isMet }) => isMet)).toEqual([false, false, false]);
  expect(broken.map(({ promise }) => promise)).toEqual([
    'acknowledgement, p50 ≤ 1.3 times',
    'GET /api/v1/board, p50 ≤ 1.3 times',
    'history: first page ≤ 300 ms',
  ]);
});

it('reports a promise without measurements as broken', () => {
  const verdicts = verdictsOf(figuresOf([found(1_000, [], 5), found(1_000_000, [], 5)]));
  expect(verdicts.some(({ isMet }) => isMet)).toBe(false);
});

it('writes the figures and the promises as Markdown tables', () => {
  const text = reportText({
    isQuick: true,
    rounds: 1,
    openCourses: 200,
    found: [found(1_000, [2], 5), found(20_000, [3], 5)],
  });
  expect(text).toMatch(/\| acknowledgement, p50 +\| +2\.00 ms \| +3\.00 ms \| +1\.50 \|/);
  expect(text).toMatch(/\| resident memory after the run +\| +250 MB \| +250 MB \| +\|/);
  expect(text).toMatch(/\| +1\.50 times \| NOT met \|/);
});
