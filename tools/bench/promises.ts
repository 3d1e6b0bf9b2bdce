import type { Verdict } from '../harness/report';
import { aboveBaseline, overRounds, ratiosToBaseline } from './compare';
import type { Measure, Round } from './figures';

const SIXTEEN = 'deliveries at 16 connections';
const SIXTY_FOUR = 'deliveries at 64 connections';
const IDLE = 'memory, idle with 50 screens';
const MOST_MEMORY_MB = 200;
const SLOWEST_P50 = 3;
const SLOWEST_P99_MS = 10;

/** Medians of the rounds against the promises of docs/performance.md. What was not measured is not judged. */
export function judge(rounds: readonly Round[]): Verdict[] {
  const atLeast = (promise: string, measure: Measure, times: number): Verdict[] => {
    const ratio = ratiosToBaseline(rounds, 'heatlamp', measure)?.median;
    return ratio === undefined ? [] : [{ promise, measured: `${ratio.toFixed(2)} ×`, isMet: ratio >= times }];
  };
  const soonEnough = (rate: 20 | 200): Verdict[] => {
    const times = ratiosToBaseline(rounds, 'heatlamp', `screens at ${rate}/s, p50`)?.median;
    const later = aboveBaseline(rounds, 'heatlamp', `screens at ${rate}/s, p99`)?.median;
    if (times === undefined || later === undefined) return [];
    return [
      {
        promise: `screens at ${rate}/s: p50 at most ${SLOWEST_P50} times the baseline's`,
        measured: `${times.toFixed(2)} ×`,
        isMet: times <= SLOWEST_P50,
      },
      {
        promise: `screens at ${rate}/s: p99 at most the baseline's + ${SLOWEST_P99_MS} ms`,
        measured: `${later < 0 ? '−' : '+'}${Math.abs(later).toFixed(1)} ms`,
        isMet: later <= SLOWEST_P99_MS,
      },
    ];
  };
  const small = (): Verdict[] => {
    const idle = overRounds(rounds, 'heatlamp', IDLE)?.median;
    if (idle === undefined) return [];
    const promise = `memory: at most ${MOST_MEMORY_MB} MB, idle with Next inside and 50 screens`;
    return [{ promise, measured: `${idle.toFixed(0)} MB`, isMet: idle <= MOST_MEMORY_MB }];
  };
  return [
    ...atLeast('16 connections: at least the baseline', SIXTEEN, 1),
    ...atLeast('64 connections: at least twice the baseline', SIXTY_FOUR, 2),
    ...atLeast('64 connections: three times the baseline (the aim)', SIXTY_FOUR, 3),
    ...soonEnough(20),
    ...soonEnough(200),
    ...small(),
  ];
}
