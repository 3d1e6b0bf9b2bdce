import type { Log } from '../log';
import { failureOf, shortOf } from '../storage/failure';
import type { Delivery, DeliveryResult } from './delivery';

/** Commits a batch of deliveries. Resolves to the outcome of each, by id. */
export type Commit = (batch: readonly Delivery[]) => Promise<Map<string, DeliveryResult>>;

/**
 * Confines a failure to the delivery that causes it: a batch that fails because of its data is halved, and a delivery
 * that fails alone is stored as unreadable. Deliveries that the database rejects even so are absent from the result.
 */
export function commitInHalves(commitWhole: Commit, log: Pick<Log, 'warn'>): Commit {
  const commit: Commit = async (batch) => {
    try {
      return await commitWhole(batch);
    } catch (error) {
      if (failureOf(error) === 'unavailable') throw error;
      const [only] = batch;
      if (only && batch.length === 1) return commitUnreadable(only, error);
      const middle = batch.length >> 1;
      return new Map([...(await commit(batch.slice(0, middle))), ...(await commit(batch.slice(middle)))]);
    }
  };

  async function commitUnreadable(delivery: Delivery, error: unknown): Promise<Map<string, DeliveryResult>> {
    log.warn(
      { delivery: delivery.id, error: shortOf(error) },
      'a delivery could not be stored as it was read: stored as unreadable',
    );
    const reading = {
      kind: 'unreadable',
      branch: null,
      workplace: null,
      code: 'INVALID_DATA',
      reason: `could not be stored: ${shortOf(error)}`,
    } as const;
    try {
      return await commitWhole([{ ...delivery, reading }]);
    } catch (again) {
      if (failureOf(again) === 'unavailable') throw again;
      log.warn({ delivery: delivery.id, error: shortOf(again) }, 'a delivery could not be stored at all');
      return new Map();
    }
  }

  return commit;
}
