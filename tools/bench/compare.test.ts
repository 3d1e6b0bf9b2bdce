import { expect, test } from 'vitest';
import { type Round, verdictsOf } from './compare';

const DELIVERIES = 'deliveries at 16 connections (/s)';
const IDLE = 'memory, idle with 50 screens (MB)';
const unmet = (rounds: readonly Round[]) =>
  verdictsOf(rounds, 'sqlite').flatMap(({ isMet, promise }) => (isMet ? [] : promise));

test('a promise is met at its limit, and not beyond', () => {
  const roundOf = (deliveries: number, memory: number): Round => ({
    heatlamp: { [DELIVERIES]: deliveries, [IDLE]: memory },
    baseline: { [DELIVERIES]: 1_000 },
  });
  expect(unmet([roundOf(1_000, 220)])).toEqual([]);
  expect(unmet([roundOf(999, 221)])).toEqual([
    `${DELIVERIES}: at least 1 times the baseline's`,
    `${IDLE}: at most 220`,
  ]);
});

test('ratios are computed within a round, so that a slow round does not change them', () => {
  const rounds = [300, 30, 400].map((deliveries) => ({
    heatlamp: { [DELIVERIES]: deliveries },
    baseline: { [DELIVERIES]: deliveries === 30 ? 10 : 100 },
  }));
  expect(verdictsOf(rounds, 'sqlite').map(({ measured }) => measured)).toEqual(['3.00']);
});
