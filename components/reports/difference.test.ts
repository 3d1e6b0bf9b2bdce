import { describe, expect, it } from 'vitest';
import type { Spread } from '../../contract/reports';
import { rateDifference, timeDifference, toneOf } from './difference';

const spread = (p50: number, n = 100): Spread => ({ n, p50, p80: p50 * 2, p95: p50 * 3, mean: p50, max: p50 * 4 });

describe('the difference of two times', () => {
  it.each([
    [600, 500, { is: 'more', by: 100, matters: true }],
    [500, 600, { is: 'less', by: 100, matters: true }],
    [600, 570, { is: 'more', by: 30, matters: false }],
    [60, 50, { is: 'more', by: 10, matters: false }],
    [600.4, 599.6, { is: 'same' }],
    [600.6, 600.4, { is: 'more', by: 1, matters: false }],
  ])('%s s beside %s s', (now, before, expected) => {
    expect(timeDifference(spread(now), spread(before), 'p50')).toEqual(expected);
  });

  it('uses the same percentile', () => {
    expect(timeDifference(spread(600), spread(500), 'p80')).toMatchObject({ by: 200 });
  });

  it.each([
    [spread(600, 19), spread(500)],
    [spread(600), spread(500, 19)],
    [null, spread(500)],
    [spread(600), null],
  ])('are not compared where one is of few, or is not there', (now, before) => {
    expect(timeDifference(now, before, 'p50')).toEqual({ is: 'none' });
  });

  it('is shown from 20 courses on', () => {
    expect(timeDifference(spread(600, 20), spread(500, 20), 'p50').is).toBe('more');
  });
});

describe('the difference of two shares', () => {
  it.each([
    [0.134, 0.113, { is: 'more', by: expect.closeTo(0.021), matters: true }],
    [0.1, 0.115, { is: 'less', by: expect.closeTo(0.015), matters: false }],
    [0.1004, 0.1, { is: 'same' }],
  ])('%s beside %s', (now, before, expected) => {
    expect(rateDifference({ rate: now, n: 100 }, { rate: before, n: 100 })).toEqual(expected);
  });

  it.each([
    [
      { rate: null, n: 100 },
      { rate: 0.1, n: 100 },
    ],
    [
      { rate: 0.1, n: 100 },
      { rate: null, n: 100 },
    ],
    [
      { rate: 0.1, n: 19 },
      { rate: 0.3, n: 100 },
    ],
    [{ rate: 0.1, n: 100 }, null],
  ])('are not compared where one says nothing', (now, before) => {
    expect(rateDifference(now, before)).toEqual({ is: 'none' });
  });
});

it('only a significant difference has a colour', () => {
  expect(toneOf({ is: 'more', by: 60, matters: true })).toBe('trouble');
  expect(toneOf({ is: 'less', by: 60, matters: true })).toBe('good');
  expect(toneOf({ is: 'more', by: 1, matters: false })).toBe('plain');
  expect(toneOf({ is: 'same' })).toBe('plain');
  expect(toneOf({ is: 'none' })).toBe('plain');
});
