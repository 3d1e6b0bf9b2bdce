import { TARGETS, type Target } from '../harness/measured-server';
import { machineText, type Spread, spreadOf, spreadText, table, type Verdict, verdictTable } from '../harness/report';

type Report = { isQuick: boolean; seed: number; database: 'sqlite' | 'postgresql'; rounds: readonly Round[] };

const SIXTEEN = 'deliveries at 16 connections';
const SIXTY_FOUR = 'deliveries at 64 connections';
const IDLE = 'memory, idle with 50 screens';
const MAX_MEMORY_MB = 220;
const MAX_ACKNOWLEDGED_RATIO = { p50: 1.5, p99: 5 };
const MAX_P50_RATIO = 3;
const MAX_P99_DIFFERENCE_MS = 10;

/** The measures in the order of the table, with their units. */
export const MEASURES = {
  'deliveries at 1 connection': '/s',
  'deliveries at 16 connections': '/s',
  'deliveries at 64 connections': '/s',
  'acknowledgement at 1 connection, p50': 'ms',
  'acknowledgement at 1 connection, p99': 'ms',
  'acknowledgement at 16 connections, p50': 'ms',
  'acknowledgement at 16 connections, p99': 'ms',
  'acknowledgement at 64 connections, p50': 'ms',
  'acknowledgement at 64 connections, p99': 'ms',
  'processor time a delivery at 16 connections': 'ms',
  'processor time a delivery at 64 connections': 'ms',
  'screens at 20/s, p50': 'ms',
  'screens at 20/s, p99': 'ms',
  'screens at 200/s, p50': 'ms',
  'screens at 200/s, p99': 'ms',
  'memory, idle with 50 screens': 'MB',
  'memory, most at 200/s with 50 screens': 'MB',
  'memory, 50 screens after the load': 'MB',
  'memory, most at 64 connections': 'MB',
} as const;

export type Measure = keyof typeof MEASURES;

/** Figures of one server in one round. */
export type Figures = { [Name in Measure]?: number | undefined };

/** One round: every server receives the same bodies in the same order. */
export type Round = Record<Target, Figures>;

/** A measure over all rounds; null if it was not measured. */
export function overRounds(rounds: readonly Round[], target: Target, measure: Measure): Spread | null {
  return spread(rounds.map((round) => round[target][measure]));
}

/** A server's figure divided by the baseline's of the same round, which cancels slow rounds. */
export function ratiosToBaseline(rounds: readonly Round[], target: Target, measure: Measure): Spread | null {
  return spread(paired(rounds, target, measure).map((pair) => pair && pair.figure / pair.baseline));
}

/** How much a server's figure is above the baseline's of the same round, in the unit of the measure. */
export function aboveBaseline(rounds: readonly Round[], target: Target, measure: Measure): Spread | null {
  return spread(paired(rounds, target, measure).map((pair) => pair && pair.figure - pair.baseline));
}

function paired(rounds: readonly Round[], target: Target, measure: Measure) {
  return rounds.map((round) => {
    const figure = round[target][measure];
    const baseline = round.baseline[measure];
    return figure === undefined || baseline === undefined ? undefined : { figure, baseline };
  });
}

function spread(values: readonly (number | undefined)[]): Spread | null {
  const measured = values.filter((value) => value !== undefined);
  return measured.length === 0 ? null : spreadOf(measured);
}

/** Compares medians of the rounds with the promises of docs/performance.md. Missing figures have no verdict. */
export function verdictsOf(rounds: readonly Round[], database: 'sqlite' | 'postgresql' = 'sqlite'): Verdict[] {
  const ratioVerdicts = (promise: string, measure: Measure, minRatio: number): Verdict[] => {
    const ratio = ratiosToBaseline(rounds, 'heatlamp', measure)?.median;
    return ratio === undefined ? [] : [{ promise, measured: `${ratio.toFixed(2)} ×`, isMet: ratio >= minRatio }];
  };
  const mostVerdicts = (promise: string, measure: Measure, maxRatio: number): Verdict[] => {
    const ratio = ratiosToBaseline(rounds, 'heatlamp', measure)?.median;
    return ratio === undefined ? [] : [{ promise, measured: `${ratio.toFixed(2)} ×`, isMet: ratio <= maxRatio }];
  };
  const latencyVerdicts = (rate: 20 | 200): Verdict[] => {
    const ratio = ratiosToBaseline(rounds, 'heatlamp', `screens at ${rate}/s, p50`)?.median;
    const differenceMs = aboveBaseline(rounds, 'heatlamp', `screens at ${rate}/s, p99`)?.median;
    if (ratio === undefined || differenceMs === undefined) return [];
    return [
      {
        promise: `screens at ${rate}/s: p50 at most ${MAX_P50_RATIO} times the baseline's`,
        measured: `${ratio.toFixed(2)} ×`,
        isMet: ratio <= MAX_P50_RATIO,
      },
      {
        promise: `screens at ${rate}/s: p99 at most the baseline's + ${MAX_P99_DIFFERENCE_MS} ms`,
        measured: `${differenceMs < 0 ? '−' : '+'}${Math.abs(differenceMs).toFixed(1)} ms`,
        isMet: differenceMs <= MAX_P99_DIFFERENCE_MS,
      },
    ];
  };
  const memoryVerdicts = (): Verdict[] => {
    const idle = overRounds(rounds, 'heatlamp', IDLE)?.median;
    if (idle === undefined) return [];
    const promise = `memory: at most ${MAX_MEMORY_MB} MB, idle with Next inside and 50 screens`;
    return [{ promise, measured: `${idle.toFixed(0)} MB`, isMet: idle <= MAX_MEMORY_MB }];
  };
  if (database === 'postgresql')
    return [
      ...ratioVerdicts('16 connections: at least 0.7 times the baseline', SIXTEEN, 0.7),
      ...ratioVerdicts('64 connections: at least the baseline', SIXTY_FOUR, 1),
    ];
  return [
    ...ratioVerdicts('16 connections: at least the baseline', SIXTEEN, 1),
    ...ratioVerdicts('64 connections: at least 1.5 times the baseline', SIXTY_FOUR, 1.5),
    ...mostVerdicts(
      `acknowledgement at 1 connection: p50 at most ${MAX_ACKNOWLEDGED_RATIO.p50} times the baseline's`,
      'acknowledgement at 1 connection, p50',
      MAX_ACKNOWLEDGED_RATIO.p50,
    ),
    ...mostVerdicts(
      `acknowledgement at 16 connections: p99 at most ${MAX_ACKNOWLEDGED_RATIO.p99} times the baseline's`,
      'acknowledgement at 16 connections, p99',
      MAX_ACKNOWLEDGED_RATIO.p99,
    ),
    ...latencyVerdicts(20),
    ...latencyVerdicts(200),
    ...memoryVerdicts(),
  ];
}

/** The figures as Markdown: medians of the rounds with their spread, and ratios to the baseline of the same round. */
export function reportText({ isQuick, seed, database, rounds }: Report): string {
  const measures = (Object.keys(MEASURES) as Measure[]).filter((measure) => overRounds(rounds, 'baseline', measure));
  const titles = ['', ...TARGETS, 'heatlamp ÷ baseline', 'group commit ÷ baseline'];
  return `
${rounds.length === 1 ? '1 round' : `Medians of ${rounds.length} rounds`} (min–max), seed ${seed}${database === 'postgresql' ? ', Heatlamp on PostgreSQL' : ''}. ${machineText(isQuick)}.

${table(
  titles,
  measures.map((measure) => rowOf(rounds, measure)),
)}

${verdictTable(verdictsOf(rounds, database))}
`;
}

function rowOf(rounds: readonly Round[], measure: Measure): string[] {
  const unit = MEASURES[measure];
  const digits = unit === 'ms' ? 2 : 0;
  const figures = TARGETS.map((target) => spreadText(overRounds(rounds, target, measure), digits));
  const ratios = (['heatlamp', 'baseline with group commit'] as const).map((target) =>
    spreadText(ratiosToBaseline(rounds, target, measure), 2),
  );
  return [`${measure} (${unit})`, ...figures, ...ratios];
}
