import { expect, it } from 'vitest';
import { figuresOf, type Measurements, reportText, verdictsOf } from './growth';

function measurements(courses: number, times: number[], page: number): Measurements {
  return {
    courses,
    requestFigures: times.map((ms) => ({
      acknowledged: ms,
      board: ms / 2,
      pages: { 'first page': page },
    })),
  };
}

it('compares each round with the same round of the shortest history, so that a slow round has no effect', () => {
  const figures = figuresOf([measurements(1_000, [2, 20, 2], 5), measurements(1_000_000, [2.2, 22, 2.2], 5)]);
  const acknowledged = figures.find(({ name }) => name === 'acknowledgement, p50');
  expect(acknowledged?.spreads[1]).toEqual({ median: 2.2, min: 2.2, max: 22 });
  expect(acknowledged?.ratios[0]).toBe(1);
  expect(acknowledged?.ratios[1]).toBeCloseTo(1.1);
});

it('reports which promises are met with the longest history', () => {
  const kept = verdictsOf(figuresOf([measurements(1_000, [2], 5), measurements(1_000_000, [2.6], 300)]));
  expect(kept.map(({ isMet }) => isMet)).toEqual([true, true, true]);
  const broken = verdictsOf(figuresOf([measurements(1_000, [2], 5), measurements(1_000_000, [2.7], 301)]));
  expect(broken.map(({ isMet }) => isMet)).toEqual([false, false, false]);
  expect(broken.map(({ promise }) => promise)).toEqual([
    'acknowledgement, p50 ≤ 1.3 times',
    'GET /api/v1/board, p50 ≤ 1.3 times',
    'history: first page ≤ 300 ms',
  ]);
});

it('reports a promise without measurements as not met', () => {
  const verdicts = verdictsOf(figuresOf([measurements(1_000, [], 5), measurements(1_000_000, [], 5)]));
  expect(verdicts.some(({ isMet }) => isMet)).toBe(false);
});

it('writes the figures and the promises as Markdown tables', () => {
  const text = reportText({
    isQuick: true,
    rounds: 1,
    openCourses: 200,
    measurements: [measurements(1_000, [2], 5), measurements(20_000, [3], 5)],
  });
  expect(text).toMatch(/\| acknowledgement, p50 +\| +2\.00 ms \| +3\.00 ms \| +1\.50 \|/);
  expect(text).toMatch(/\| +1\.50 times \| NOT met \|/);
});
