import { type QueueLog, shortOf } from './committer';
import type { Spool, SpoolEntry } from './spool';

/** Writes to the spool for the queue, and knows whether it can. */
export type SpoolWriter = {
  /** Resolves to whether they are on the disk. Never rejects. */
  append: (entries: readonly SpoolEntry[]) => Promise<boolean>;
  /**
   * Tries it without a delivery, if nobody has of late: whoever asks whether we are ready is told before one is
   * refused, and, where they send us none meanwhile, when one would no longer be.
   */
  probe: () => Promise<void>;
  /** As it was last seen. */
  isWritable: () => boolean;
};

const PROVEN_FOR_MS = 10_000;
const TRIED_EVERY_MS = 1_000;

export function createSpoolWriter(spool: Spool, log: Pick<QueueLog, 'warn'>): SpoolWriter {
  let isWritable = true;
  let triedAt = Number.NEGATIVE_INFINITY;

  async function attempt(write: () => Promise<void>): Promise<boolean> {
    try {
      await write();
      isWritable = true;
    } catch (error) {
      const otherwise = 'neither the database nor the spool can be written: deliveries are refused';
      if (isWritable) log.warn({ error: shortOf(error) }, otherwise);
      isWritable = false;
    }
    triedAt = performance.now();
    return isWritable;
  }

  return {
    append: (entries) => attempt(() => spool.append(entries)),
    async probe() {
      const enoughMs = isWritable ? PROVEN_FOR_MS : TRIED_EVERY_MS;
      if (performance.now() - triedAt > enoughMs) await attempt(spool.probe);
    },
    isWritable: () => isWritable,
  };
}
