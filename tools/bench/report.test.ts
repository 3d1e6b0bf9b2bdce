import { expect, test } from 'vitest';
import type { Round } from './figures';
import { reportText } from './report';

const MEASURE = 'deliveries at 16 connections';
const rounds: Round[] = [100, 200].map((baseline) => ({
  heatlamp: { [MEASURE]: baseline / 2 },
  baseline: { [MEASURE]: baseline },
  'baseline with group commit': { [MEASURE]: baseline * 3 },
}));

test('a measure is one row: medians with their spread, and ratios to the baseline', () => {
  const text = reportText({ isQuick: false, seed: 7, rounds });
  expect(text).toContain(
    '| deliveries at 16 connections (/s) | 75 (50–100) | 150 (100–200) | 450 (300–600) | 0.50 | 3.00 |',
  );
  expect(text).toContain('medians of 2 rounds');
  expect(text).toContain('seed 7');
  expect(text).not.toContain('quick');
});

test('a broken promise is marked, and a missing figure has no row', () => {
  const text = reportText({ isQuick: true, seed: 7, rounds });
  expect(text).toContain('| 16 connections: at least the baseline | 0.50 × | NOT met |');
  expect(text).toContain('a quick run, whose figures say little');
  expect(text).not.toContain('memory');
});
