import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import type { Spool } from './spool';
import type { SpoolEntry } from './spool-line';

/** Writes to the spool, and remembers whether that succeeded. */
export type SpoolWriter = {
  /** Appends entries. Returns whether they are on disk. Never throws. */
  append: (entries: readonly SpoolEntry[]) => boolean;
  /**
   * Writes a test entry, unless a recent write already showed the result, so that /readyz is correct also without
   * deliveries. Returns whether the spool can be written.
   */
  probe: () => boolean;
  /** The result of the last write. */
  isWritable: () => boolean;
};

const PROVEN_FOR_MS = 10_000;
const TRIED_EVERY_MS = 1_000;

export function createSpoolWriter(spool: Spool, log: Pick<Log, 'warn'>): SpoolWriter {
  let isWritable = true;
  let triedAt = Number.NEGATIVE_INFINITY;

  function attempt(write: () => void): boolean {
    try {
      write();
      isWritable = true;
    } catch (error) {
      const otherwise =
        'the spool cannot be written: deliveries are refused while the database cannot be written either';
      if (isWritable) log.warn({ error: shortOf(error) }, otherwise);
      isWritable = false;
    }
    triedAt = performance.now();
    return isWritable;
  }

  return {
    append: (entries) => attempt(() => spool.append(entries)),
    probe() {
      const enoughMs = isWritable ? PROVEN_FOR_MS : TRIED_EVERY_MS;
      if (performance.now() - triedAt > enoughMs) attempt(spool.probe);
      return isWritable;
    },
    isWritable: () => isWritable,
  };
}
