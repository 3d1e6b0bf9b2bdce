import type { Log } from '../log';
import { failureOf, shortOf } from '../storage/failure';
import type { Delivery, DeliveryResult } from './delivery';

/** Commits all deliveries of a batch, or none. Resolves to the outcome of each, by id. */
export type CommitWhole = (batch: readonly Delivery[]) => Promise<Map<string, DeliveryResult>>;

/** The outcome of each committed delivery, by id; null for one that the database cannot store even as unreadable. */
export type Committed = ReadonlyMap<string, DeliveryResult | null>;

/** Commits a batch of deliveries, or the first of them if the database then becomes unavailable. */
export type Commit = (batch: readonly Delivery[]) => Promise<Committed>;

/**
 * Confines a failure to the delivery that causes it: a batch that fails because of its data is halved, and a delivery
 * that fails alone is stored as unreadable.
 */
export function commitInHalves(commitWhole: CommitWhole, log: Pick<Log, 'warn'>): Commit {
  const commit: Commit = async (batch) => {
    try {
      return await commitWhole(batch);
    } catch (error) {
      if (failureOf(error) !== 'data') throw error;
      const [only] = batch;
      if (only && batch.length === 1) return commitUnreadable(only, error);
      const middle = batch.length >> 1;
      const first = await commit(batch.slice(0, middle));
      return first.size < middle ? first : addTo(first, batch.slice(middle));
    }
  };

  async function addTo(committed: Committed, rest: readonly Delivery[]): Promise<Committed> {
    try {
      return new Map([...committed, ...(await commit(rest))]);
    } catch (error) {
      if (failureOf(error) !== 'data') return committed;
      throw error;
    }
  }

  async function commitUnreadable(delivery: Delivery, error: unknown): Promise<Committed> {
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
      if (failureOf(again) !== 'data') throw again;
      log.warn({ delivery: delivery.id, error: shortOf(again) }, 'a delivery could not be stored at all');
      return new Map([[delivery.id, null]]);
    }
  }

  return commit;
}
