import { HOUR_MS } from '../../lib/time-units';
import { generateService } from '../pos-simulator/generate-service';
import type { Posting } from '../pos-simulator/plan-deliveries';

export const BRANCHES = [1, 2] as const;

/** As busy as a Friday evening, in every hour. */
const ORDERS_PER_HOUR = 30;
/**
 * Arrivals of a service rise in its first quarter and fall in its last. The requested hours are the middle half of a
 * service twice as long, so that the load is even; two thirds of its parties arrive in that half.
 */
const SERVICE_LENGTH = 2;
const ORDERS_FACTOR = 1.5;

/** `hours` and `from` (epoch ms) by the server's clock; `speed` is a multiple of real time. */
export type Day = { seed: number; hours: number; from: number; speed: number };

/**
 * Deliveries of all branches, with faults: late, repeated and lost deliveries, odd bodies, parties that change tables.
 * Time stamps are by the server's clock; `dueMs` is real time.
 */
export function postingsOf({ seed, hours, from, speed }: Day): Posting[] {
  const beforeMs = ((SERVICE_LENGTH - 1) * hours * HOUR_MS) / 2;
  const service = {
    orders: Math.max(1, Math.round(ORDERS_PER_HOUR * ORDERS_FACTOR * hours)),
    minutes: SERVICE_LENGTH * hours * 60,
    start: new Date(from - beforeMs).toISOString(),
  };
  return BRANCHES.flatMap((branch) => {
    const { deliveries } = generateService(seed + branch, { branch, ...service });
    return deliveries
      .map(({ atMs, ...delivery }) => ({ ...delivery, atMs: atMs - beforeMs }))
      .filter(({ atMs }) => atMs >= 0 && atMs < hours * HOUR_MS)
      .map(({ atMs, path, body }): Posting => ({ dueMs: atMs / speed, path, body, kind: 'delivery' }));
  }).toSorted((a, b) => a.dueMs - b.dueMs);
}
