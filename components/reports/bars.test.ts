import { describe, expect, it } from 'vitest';
import { barsOf, widthFor } from './bars';

const bars = (bucketSeconds: number, buckets: [from: number, n: number][]) =>
  barsOf({ bucketSeconds, buckets: buckets.map(([from, n]) => ({ from, n })), spread: null });

describe('the bars of a distribution', () => {
  it('begin at nothing and leave no gaps', () => {
    expect(
      bars(60, [
        [120, 4],
        [240, 1],
      ]),
    ).toEqual([
      { from: 0, until: 60, n: 0 },
      { from: 60, until: 120, n: 0 },
      { from: 120, until: 180, n: 4 },
      { from: 180, until: 240, n: 0 },
      { from: 240, until: 300, n: 1 },
    ]);
  });

  it('tell what lies far beyond as one, and lose nothing', () => {
    const found = bars(60, [
      [0, 10],
      [1_500, 2],
      [1_560, 3],
      [90_000, 1],
    ]);
    expect(found).toHaveLength(26);
    expect(found.at(-1)).toEqual({ from: 1_500, until: null, n: 6 });
    expect(found.reduce((sum, { n }) => sum + n, 0)).toBe(16);
  });

  it('begin where the first is when all are far from nothing', () => {
    expect(
      bars(60, [
        [36_000, 2],
        [36_060, 1],
      ]),
    ).toEqual([
      { from: 36_000, until: 36_060, n: 2 },
      { from: 36_060, until: 36_120, n: 1 },
    ]);
  });

  it('are none of nothing', () => {
    expect(bars(60, [])).toEqual([]);
    expect(bars(60, [[0, 0]])).toEqual([]);
  });
});

it.each([
  [0, 1],
  [17, 1],
  [120, 10],
  [540, 30],
  [1_080, 60],
  [1_200, 120],
  [100_000, 7_200],
])('where 19 of 20 are within %s s, a bar is %s s wide', (p95, width) => {
  expect(widthFor(p95)).toBe(width);
});
