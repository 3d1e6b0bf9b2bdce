import { expect, test } from 'vitest';
import { aboveBaseline, overRounds, ratiosToBaseline } from './compare';
import type { Figures, Round } from './figures';

const MEASURE = 'deliveries at 16 connections';

function round(heatlamp: Figures, baseline: Figures): Round {
  return { heatlamp, baseline, 'baseline with group commit': {} };
}

test('ratios are computed within a round, so that a slow round does not change them', () => {
  const rounds = [
    round({ [MEASURE]: 300 }, { [MEASURE]: 100 }),
    round({ [MEASURE]: 30 }, { [MEASURE]: 10 }),
    round({ [MEASURE]: 400 }, { [MEASURE]: 100 }),
  ];
  expect(overRounds(rounds, 'heatlamp', MEASURE)).toEqual({ median: 300, min: 30, max: 400 });
  expect(ratiosToBaseline(rounds, 'heatlamp', MEASURE)).toEqual({ median: 3, min: 3, max: 4 });
});

test('differences are computed within a round', () => {
  const rounds = [round({ [MEASURE]: 12 }, { [MEASURE]: 10 }), round({ [MEASURE]: 100 }, { [MEASURE]: 105 })];
  expect(aboveBaseline(rounds, 'heatlamp', MEASURE)).toEqual({ median: -1.5, min: -5, max: 2 });
});

test('a missing figure is null, and a round without it does not count', () => {
  const rounds = [round({ [MEASURE]: 20 }, { [MEASURE]: 10 }), round({}, { [MEASURE]: 10 })];
  expect(ratiosToBaseline(rounds, 'heatlamp', MEASURE)).toEqual({ median: 2, min: 2, max: 2 });
  expect(overRounds(rounds, 'baseline with group commit', MEASURE)).toBeNull();
  expect(ratiosToBaseline(rounds, 'baseline with group commit', MEASURE)).toBeNull();
});
