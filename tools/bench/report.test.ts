import { expect, test } from 'vitest';
import type { Round } from './figures';
import { reportText } from './report';

const MEASURE = 'deliveries at 16 connections';
const rounds: Round[] = [100, 200].map((baseline) => ({
  heatlamp: { [MEASURE]: baseline / 2 },
  baseline: { [MEASURE]: baseline },
  'baseline with group commit': { [MEASURE]: baseline * 3 },
}));

/** The cells of the row with this name. */
function cellsOf(text: string, name: string): string[] | undefined {
  const rows = text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.find(([first]) => first === name)?.slice(1);
}

test('a measure is one row: medians with their spread, and ratios to the baseline', () => {
  const text = reportText({ isQuick: false, database: 'sqlite', seed: 7, rounds });
  expect(cellsOf(text, 'deliveries at 16 connections (/s)')).toEqual([
    ...['75 (50–100)', '150 (100–200)', '450 (300–600)'],
    ...['0.50', '3.00'],
  ]);
  expect(text).toContain('Medians of 2 rounds');
  expect(text).toContain('seed 7');
  expect(text).not.toContain('quick');
});

test('an unmet promise is marked, and a missing figure has no row', () => {
  const text = reportText({ isQuick: true, database: 'sqlite', seed: 7, rounds });
  expect(cellsOf(text, '16 connections: at least the baseline')).toEqual(['0.50 ×', 'NOT met']);
  expect(text).toContain('a quick run, whose figures are not representative');
  expect(text).not.toContain('memory');
});
