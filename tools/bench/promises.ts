import type { Verdict } from '../harness/report';
import { aboveBaseline, overRounds, ratiosToBaseline } from './compare';
import type { Measure, Round } from './figures';

const SIXTEEN = 'deliveries at 16 connections';
const SIXTY_FOUR = 'deliveries at 64 connections';
const IDLE = 'memory, idle with 50 screens';
const MAX_MEMORY_MB = 200;
const MAX_ACKNOWLEDGED_RATIO = { p50: 1.5, p99: 5 };
const MAX_P50_RATIO = 3;
const MAX_P99_DIFFERENCE_MS = 10;

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
