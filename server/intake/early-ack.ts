import type { Counters } from './counters';
import type { DeliveryResult } from './delivery';
import type { Spool } from './spool';
import type { SpoolWriter } from './spool-writer';
import { MAX_BATCH_BYTES, type WaitingDelivery } from './waiting';

/**
 * A burst of this many deliveries is acknowledged once it is in the spool, and committed together with what arrives
 * meanwhile: a commit writes each page once, however many deliveries changed it.
 */
const BURST = 8;
/** At most this many are committed together, because a commit blocks the main thread. */
const MAX_BURST = 500;
/** They are committed after this time at the latest, also on a slow disk. */
const MAX_BURST_MS = 100;

/**
 * Deliveries of bursts, which are acknowledged before their commit. While there are any, the database can be written and
 * the spool contains only these.
 */
export type EarlyAck = {
  count: () => number;
  /** Whether to commit them now, although more arrive. */
  isFull: () => boolean;
  /** Acknowledges a batch if it is a burst, or follows one, and the spool can store it. Returns whether it did. */
  acknowledge: (batch: readonly WaitingDelivery[]) => boolean;
  /** Resolves when the current burst is committed, or cannot be committed now. */
  committed: () => Promise<void>;
  /** Counts the outcomes of drained deliveries. Those that the database rejects are absent from `results`. */
  countOutcomes: (deliveries: readonly { id: string }[], results: ReadonlyMap<string, DeliveryResult>) => void;
  /**
   * Ends the burst after an attempt to commit it, or when the database cannot be written. Its remaining deliveries stay
   * in the spool like any others.
   */
  end: () => void;
};

export function createEarlyAck(spool: Spool, writer: SpoolWriter, counters: Pick<Counters, 'countOutcome'>): EarlyAck {
  const ids = new Set<string>();
  let waiting: (() => void)[] = [];
  let since = 0;

  /** Whether the spool contains only the burst. Behind deliveries of an outage a burst would wait too long. */
  const containsOnlyBurst = () => spool.count() === ids.size;
  const canAppend = () => writer.isWritable() || writer.probe();

  return {
    count: () => ids.size,
    isFull: () => ids.size >= MAX_BURST || spool.size() >= MAX_BATCH_BYTES || performance.now() - since >= MAX_BURST_MS,
    acknowledge(batch) {
      if (batch.length < BURST && ids.size === 0) return false;
      if (!containsOnlyBurst() || !canAppend() || !writer.append(batch.map(({ entry }) => entry))) return false;
      if (ids.size === 0) since = performance.now();
      for (const { entry, done } of batch) {
        ids.add(entry.delivery.id);
        done({ storedIn: 'burst' });
      }
      return true;
    },
    committed: () => (ids.size === 0 ? Promise.resolve() : new Promise((done) => waiting.push(done))),
    countOutcomes(deliveries, results) {
      for (const { id } of deliveries) {
        const outcome = results.get(id)?.outcome;
        if (outcome && ids.delete(id)) counters.countOutcome(outcome);
      }
    },
    end() {
      for (const _ of ids) counters.countOutcome('spooled');
      ids.clear();
      const resolved = waiting;
      waiting = [];
      for (const done of resolved) done();
    },
  };
}
