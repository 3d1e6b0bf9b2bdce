import { describe, expect, it } from 'vitest';
import type { Distribution } from '../../contract/reports';
import { barsOf, placeOn, scaleOf } from './scale';

it.each([
  [1_800, 6, [0, 300, 600, 900, 1_200, 1_500, 1_800]],
  [1_801, 6, [0, 600, 1_200, 1_800, 2_400]],
  [45, 6, [0, 10, 20, 30, 40, 50]],
  [0, 6, [0, 10]],
])('a scale up to %s s in at most %s steps', (most, steps, scale) => {
  expect(scaleOf(most, steps)).toEqual(scale);
});

const distribution = (counts: number[], beyond: number | null = null): Distribution => ({
  bucketSeconds: 60,
  buckets: counts.map((count, index) => ({ fromSeconds: index * 60, count })),
  beyond: beyond === null ? null : { fromSeconds: counts.length * 60, count: beyond },
  n: 0,
  p50: null,
  p80: null,
  p95: null,
  mean: null,
  max: null,
});

describe('the bars of a distribution', () => {
  it('match its buckets', () => {
    expect(barsOf(distribution([0, 4]))).toEqual([
      { from: 0, until: 60, n: 0 },
      { from: 60, until: 120, n: 4 },
    ]);
  });

  it('combine far outliers in one bar, and lose nothing', () => {
    const bars = barsOf(distribution(Array(50).fill(2), 5));
    expect(bars).toHaveLength(36);
    expect(bars.at(-1)).toEqual({ from: 35 * 60, until: null, n: 2 + 14 * 2 + 5 });
    expect(bars.reduce((sum, { n }) => sum + n, 0)).toBe(105);
  });

  it('have an open end if the engine reports values beyond', () => {
    expect(barsOf(distribution([3, 4], 2)).at(-1)).toEqual({ from: 60, until: null, n: 6 });
  });

  it('are empty for an empty distribution', () => {
    expect(barsOf(distribution([]))).toEqual([]);
  });
});

it('a time is placed on its bar, or at the end if it is beyond all of them', () => {
  const bars = barsOf(distribution([1, 1, 1]));
  expect([0, 90, 180, 9_000].map((seconds) => placeOn(bars, 60, seconds))).toEqual([0, 1.5, 3, 3]);
});
