import { expect, test } from 'vitest';
import {
  aboveBaseline,
  type Figures,
  overRounds,
  type Round,
  ratiosToBaseline,
  reportText,
  verdictsOf,
} from './compare';

const MEASURE = 'deliveries at 16 connections';

function round(heatlamp: Figures, baseline: Figures): Round {
  return { heatlamp, baseline };
}

test('ratios are computed within a round, so that a slow round does not change them', () => {
  const rounds = [
    round({ [MEASURE]: 300 }, { [MEASURE]: 100 }),
    round({ [MEASURE]: 30 }, { [MEASURE]: 10 }),
    round({ [MEASURE]: 400 }, { [MEASURE]: 100 }),
  ];
  expect(overRounds(rounds, 'heatlamp', MEASURE)).toEqual({ median: 300, min: 30, max: 400 });
  expect(ratiosToBaseline(rounds, MEASURE)).toEqual({ median: 3, min: 3, max: 4 });
});

test('differences are computed within a round', () => {
  const rounds = [round({ [MEASURE]: 12 }, { [MEASURE]: 10 }), round({ [MEASURE]: 100 }, { [MEASURE]: 105 })];
  expect(aboveBaseline(rounds, MEASURE)).toEqual({ median: -1.5, min: -5, max: 2 });
});

test('a missing figure is null, and a round without it does not count', () => {
  const rounds = [round({ [MEASURE]: 20 }, { [MEASURE]: 10 }), round({}, { [MEASURE]: 10 })];
  expect(ratiosToBaseline(rounds, MEASURE)).toEqual({ median: 2, min: 2, max: 2 });
  expect(overRounds([round({}, {})], 'heatlamp', MEASURE)).toBeNull();
  expect(ratiosToBaseline([round({}, {})], MEASURE)).toBeNull();
});

const BASELINE: Figures = {
  'deliveries at 16 connections': 1_000,
  'deliveries at 64 connections': 1_000,
  'acknowledgement at 1 connection, p50': 2,
  'acknowledgement at 16 connections, p99': 10,
  'screens at 20/s, p50': 2,
  'screens at 20/s, p99': 5,
  'screens at 200/s, p50': 2,
  'screens at 200/s, p99': 5,
};

/** Figures exactly at the limits of all promises. */
const AT_LIMITS: Figures = {
  'deliveries at 16 connections': 1_000,
  'deliveries at 64 connections': 1_500,
  'acknowledgement at 1 connection, p50': 3,
  'acknowledgement at 16 connections, p99': 50,
  'screens at 20/s, p50': 6,
  'screens at 20/s, p99': 15,
  'screens at 200/s, p50': 6,
  'screens at 200/s, p99': 15,
  'memory, idle with 50 screens': 220,
};

function roundOf(heatlamp: Figures, baseline = BASELINE): Round {
  return { heatlamp, baseline };
}

function unmet(heatlamp: Figures): string[] {
  return verdictsOf([roundOf({ ...AT_LIMITS, ...heatlamp })]).flatMap(({ isMet, promise }) => (isMet ? [] : [promise]));
}

test('a promise is met at its limit', () => {
  expect(verdictsOf([roundOf(AT_LIMITS)])).toHaveLength(9);
  expect(unmet({})).toEqual([]);
});

test.each<[Figures, string[]]>([
  [{ 'deliveries at 16 connections': 999 }, ['16 connections: at least the baseline']],
  [{ 'deliveries at 64 connections': 1_499 }, ['64 connections: at least 1.5 times the baseline']],
  [
    { 'acknowledgement at 1 connection, p50': 3.1 },
    ["acknowledgement at 1 connection: p50 at most 1.5 times the baseline's"],
  ],
  [
    { 'acknowledgement at 16 connections, p99': 51 },
    ["acknowledgement at 16 connections: p99 at most 5 times the baseline's"],
  ],
  [{ 'screens at 20/s, p50': 6.1 }, ["screens at 20/s: p50 at most 3 times the baseline's"]],
  [{ 'screens at 20/s, p99': 15.1 }, ["screens at 20/s: p99 at most the baseline's + 10 ms"]],
  [{ 'screens at 200/s, p50': 6.1 }, ["screens at 200/s: p50 at most 3 times the baseline's"]],
  [{ 'screens at 200/s, p99': 15.1 }, ["screens at 200/s: p99 at most the baseline's + 10 ms"]],
  [{ 'memory, idle with 50 screens': 221 }, ['memory: at most 220 MB, idle with Next inside and 50 screens']],
])('%o does not meet %o', (heatlamp, promises) => {
  expect(unmet(heatlamp)).toEqual(promises);
});

test('the median of the rounds is compared', () => {
  const bad = roundOf({ ...AT_LIMITS, 'memory, idle with 50 screens': 900 });
  expect(verdictsOf([bad, roundOf(AT_LIMITS), roundOf(AT_LIMITS)]).every(({ isMet }) => isMet)).toBe(true);
  expect(verdictsOf([bad, bad, roundOf(AT_LIMITS)]).every(({ isMet }) => isMet)).toBe(false);
});

test('a missing figure has no verdict', () => {
  expect(verdictsOf([roundOf({ 'memory, idle with 50 screens': 180 }, {})]).map(({ measured }) => measured)).toEqual([
    '180 MB',
  ]);
});

const reported: Round[] = [100, 200].map((baseline) => ({
  heatlamp: { [MEASURE]: baseline / 2 },
  baseline: { [MEASURE]: baseline },
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
  const text = reportText({ isQuick: false, database: 'sqlite', rounds: reported });
  expect(cellsOf(text, 'deliveries at 16 connections (/s)')).toEqual([...['75 (50–100)', '150 (100–200)', '0.50']]);
  expect(text).toContain('Medians of 2 rounds');
  expect(text).not.toContain('quick');
});

test('an unmet promise is marked, and a missing figure has no row', () => {
  const text = reportText({ isQuick: true, database: 'sqlite', rounds: reported });
  expect(cellsOf(text, '16 connections: at least the baseline')).toEqual(['0.50 ×', 'NOT met']);
  expect(text).toContain('a quick run, whose figures are not representative');
  expect(text).not.toContain('memory');
});
