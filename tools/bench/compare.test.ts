import { expect, test } from 'vitest';
import { aboveBaseline, overRounds, ratiosToBaseline } from './compare';
import type { Figures, Round } from './figures';

const MEASURE = 'deliveries at 16 connections';

function round(heatlamp: Figures, baseline: Figures, together: Figures = {}): Round {
  return { heatlamp, baseline, 'baseline with group commit': together };
}

test('a slow round slows both servers, so its ratio is the same', () => {
  const rounds = [
    round({ [MEASURE]: 300 }, { [MEASURE]: 100 }),
    round({ [MEASURE]: 30 }, { [MEASURE]: 10 }),
    round({ [MEASURE]: 400 }, { [MEASURE]: 100 }),
  ];
  expect(overRounds(rounds, 'heatlamp', MEASURE)).toEqual({ median: 300, least: 30, most: 400 });
  expect(ratiosToBaseline(rounds, 'heatlamp', MEASURE)).toEqual({ median: 3, least: 3, most: 4 });
});

test('differences are taken within a round too', () => {
  const rounds = [round({ [MEASURE]: 12 }, { [MEASURE]: 10 }), round({ [MEASURE]: 100 }, { [MEASURE]: 105 })];
  expect(aboveBaseline(rounds, 'heatlamp', MEASURE)).toEqual({ median: -1.5, least: -5, most: 2 });
});

test('a missing figure is null, and a round without it does not count', () => {
  const rounds = [round({ [MEASURE]: 20 }, { [MEASURE]: 10 }), round({}, { [MEASURE]: 10 })];
  expect(ratiosToBaseline(rounds, 'heatlamp', MEASURE)).toEqual({ median: 2, least: 2, most: 2 });
  expect(overRounds(rounds, 'baseline with group commit', MEASURE)).toBeNull();
  expect(ratiosToBaseline(rounds, 'baseline with group commit', MEASURE)).toBeNull();
});
