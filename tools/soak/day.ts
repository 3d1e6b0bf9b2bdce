import { generateService } from '../pos-simulator/generate-service';
import type { Posting } from '../pos-simulator/plan-deliveries';

export const BRANCHES = [1, 2] as const;

/** What a Friday evening brings, in every hour of the day. */
const ORDERS_AN_HOUR = 30;
const HOUR_MS = 3_600_000;
/**
 * Parties come to a service more and more in its first quarter, fewer and fewer in its last. The hours are the middle
 * of one twice as long, so that the last is as busy as the first; two thirds of its parties come in that half.
 */
const LONGER = 2;
const PARTIES = 1.5;

/** How long, by the server's clock, from which moment of it (epoch ms), and how many times as fast as life. */
export type Day = { seed: number; hours: number; from: number; speed: number };

/**
 * What the tills of all branches post in so many hours, with all that goes wrong: late, repeated and lost deliveries,
 * odd bodies, tables that move. Time stamps are by the server's clock; `dueMs` is life's.
 */
export function postingsOf({ seed, hours, from, speed }: Day): Posting[] {
  const beforeMs = ((LONGER - 1) * hours * HOUR_MS) / 2;
  const service = {
    orders: Math.max(1, Math.round(ORDERS_AN_HOUR * PARTIES * hours)),
    minutes: LONGER * hours * 60,
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
