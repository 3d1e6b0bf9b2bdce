import path from 'node:path';
import type { Posting } from '../pos-simulator/plan-deliveries';
import { retimeDeliveries } from '../pos-simulator/retime';
import { readDeliveries, readTruth } from '../pos-simulator/service-files';

/** How much of the evening is over when the demo starts. */
export const ALREADY_OVER_MS = 90 * 60_000;

const FIXTURE = path.join(import.meta.dirname, '..', 'pos-simulator', 'fixtures', 'friday-evening');

/** The deliveries at the start, and those that follow. */
export type Evening = { past: Posting[]; future: Posting[] };

/**
 * The fixture's evening around `now` (epoch ms), `speed` times as fast: time stamps and preparation times alike, so
 * that a course that was late is late.
 */
export function eveningAround(now: number, speed: number): Evening {
  const { opensAt } = readTruth(`${FIXTURE}.truth.json`);
  const from = Date.parse(opensAt) + ALREADY_OVER_MS;
  const deliveries = retimeDeliveries(readDeliveries(`${FIXTURE}.jsonl`), { from, to: now, speed });
  const overMs = ALREADY_OVER_MS / speed;
  const postings = deliveries.map(
    ({ atMs, path: to, body }): Posting => ({ dueMs: Math.max(0, atMs - overMs), path: to, body, kind: 'delivery' }),
  );
  return { past: postings.filter(({ dueMs }) => dueMs === 0), future: postings.filter(({ dueMs }) => dueMs > 0) };
}

/** The limits of an evening at this speed, by setting, in the unit of the setting. */
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
    ['autoCloseHours', 4],
  ];
  return limits.map(([key, value]) => [key, String(Math.max(0.1, value / speed))]);
}
