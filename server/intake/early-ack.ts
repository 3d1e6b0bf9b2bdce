import type { Counters } from './counters';
import type { Settled } from './delivery';
import type { Spool } from './spool';
import type { SpoolWriter } from './spool-writer';
import { LARGEST_BATCH_BYTES, type WaitingDelivery } from './waiting';

/**
 * A crowd: so many deliveries at once that they are answered from the spool, where they are on the disk as they come,
 * and committed later with those that come meanwhile. A commit writes each page once, however many deliveries changed it.
 */
const CROWD = 8;
/** So many are committed at the latest: it is one stretch of work on the main thread. */
const MOST_AHEAD = 500;
/** Nor does anybody wait longer, where the disk or the machine is slow. */
const LONGEST_AHEAD_MS = 100;

/**
 * Deliveries that were acknowledged ahead of their commit, while the database could be written. While there are any, the
 * spool holds them and nothing else.
 */
export type Ahead = {
  count: () => number;
  /** It is time to commit them, though others still come. */
  isFull: () => boolean;
  /** Acknowledges deliveries if they are a crowd, or come after one, and they can be made safe. Returns whether it did. */
  take: (batch: readonly WaitingDelivery[]) => boolean;
  /** Resolves when what is ahead now is in the database, or turned out not to go there now. */
  committed: () => Promise<void>;
  /** What became of deliveries of the spool; those that the database takes in no form are missing. */
  settle: (deliveries: readonly { id: string }[], settled: ReadonlyMap<string, Settled>) => void;
  /**
   * After an attempt to commit what is ahead, however it went, and where the database turns out to be away: what is left
   * of it waits in the spool like any other.
   */
  end: () => void;
};

export function createAhead(spool: Spool, writer: SpoolWriter, counters: Pick<Counters, 'countOutcome'>): Ahead {
  const ids = new Set<string>();
  let waiting: (() => void)[] = [];
  let since = 0;

  /** Behind what an outage left nobody queues: that takes long, and the order of deliveries is of no matter. */
  const isAlone = () => spool.count() === ids.size;
  const canAppend = () => writer.isWritable() || writer.probe();

  return {
    count: () => ids.size,
    isFull: () =>
      ids.size >= MOST_AHEAD || spool.size() >= LARGEST_BATCH_BYTES || performance.now() - since >= LONGEST_AHEAD_MS,
    take(batch) {
      if (batch.length < CROWD && ids.size === 0) return false;
      if (!isAlone() || !canAppend() || !writer.append(batch.map(({ entry }) => entry))) return false;
      if (ids.size === 0) since = performance.now();
      for (const { entry, done } of batch) {
        ids.add(entry.delivery.id);
        done({ kept: 'ahead' });
      }
      return true;
    },
    committed: () => (ids.size === 0 ? Promise.resolve() : new Promise((done) => waiting.push(done))),
    settle(deliveries, settled) {
      for (const { id } of deliveries) {
        const outcome = settled.get(id)?.outcome;
        if (outcome && ids.delete(id)) counters.countOutcome(outcome);
      }
    },
    end() {
      for (const _ of ids) counters.countOutcome('spooled');
      ids.clear();
      const those = waiting;
      waiting = [];
      for (const done of those) done();
    },
  };
}
