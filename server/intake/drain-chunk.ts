import type { Log } from '../log';
import type { Delivery, DeliveryResult } from './delivery';
import type { Spool } from './spool';

/**
 * Commits the oldest deliveries of the spool, at most `max`, and removes them from it. Deliveries that the database
 * rejects are moved to set-aside.jsonl. @throws Unwritable, or an error of the spool's file
 */
export async function drainChunk(
  { spool, log }: { spool: Spool; log: Log },
  max: number,
  commit: (deliveries: readonly Delivery[]) => Promise<Map<string, DeliveryResult>>,
): Promise<void> {
  if (spool.size() === 0) return;
  const { deliveries, damaged, done } = spool.next(max);
  const results = await commit(deliveries);
  const lost = deliveries.filter((delivery) => !results.has(delivery.id));
  done(lost.map((delivery) => delivery.id));
  if (lost.length + damaged > 0)
    log.warn({ lines: lost.length + damaged }, 'lines of the spool could not be stored: they are in set-aside.jsonl');
}
