import path from 'node:path';
import type { Posting } from '../pos-simulator/plan-deliveries';
import { retimeDeliveries } from '../pos-simulator/retime';
import { readDeliveries, readTruth } from '../pos-simulator/service-files';

/** Elapsed part of the evening at the start of the demo. */
const ELAPSED_MS = 90 * 60_000;

const FIXTURE = path.join(import.meta.dirname, '..', 'pos-simulator', 'fixtures', 'friday-evening');

/** The deliveries at the start, and those that follow. */
export type Evening = { past: Posting[]; future: Posting[] };

/**
 * The fixture's evening around `now` (epoch ms), `speed` times as fast. Preparation times are scaled too, so that the
 * same courses are late.
 */
export function eveningAround(now: number, speed: number): Evening {
  const { opensAt } = readTruth(`${FIXTURE}.truth.json`);
  const from = Date.parse(opensAt) + ELAPSED_MS;
  const deliveries = retimeDeliveries(readDeliveries(`${FIXTURE}.jsonl`), { from, to: now, speed });
  const elapsedMs = ELAPSED_MS / speed;
  const postings = deliveries.map(
    ({ atMs, path: to, body }): Posting => ({ dueMs: Math.max(0, atMs - elapsedMs), path: to, body, kind: 'delivery' }),
  );
  return { past: postings.filter(({ dueMs }) => dueMs === 0), future: postings.filter(({ dueMs }) => dueMs > 0) };
}

/** The limits for an evening at this speed, by setting key, in the unit of the setting. */
export function limitsAt(speed: number): [key: string, value: string][] {
  const limits: [string, number][] = [
    ['fallbackWarn', 10],
    ['fallbackLate', 15],
    ['fallbackVeryLate', 25],
    ['readyWarn', 2],
    ['readyLate', 4],
    ['claimHolds', 3],
    ['collectedCloses', 10],
    ['turnOver', 45],
    ['counterPresumed', 20],
    ['tablePresumed', 15],
    ['followedPresumed', 10],
    ['autoCloseHours', 4],
  ];
  return limits.map(([key, value]) => [key, String(Math.max(0.1, value / speed))]);
}
