import type { WriteQueue } from '../intake/write-queue';
import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import type { Reader } from './queries';

/** A damaged page of the write-ahead log costs at most what was committed in this time. */
const EVERY_MS = 60_000;

export type CheckpointDeps = {
  reader: Reader;
  queue: Pick<WriteQueue<never>, 'state'>;
  log: Pick<Log, 'warn'>;
};

/**
 * Moves commits from SQLite's write-ahead log into its file, in the reader thread, because SQLite itself does so only
 * once the log is full, in a quiet restaurant after hours. Call the result to stop.
 */
export function scheduleCheckpoints({ reader, queue, log }: CheckpointDeps, everyMs: number = EVERY_MS): () => void {
  let done = 0;
  const timer = setInterval(() => {
    const { commits, isAway } = queue.state();
    if (commits === done || isAway) return;
    done = commits;
    reader
      .read('checkpoint', null)
      .catch((error) => log.warn({ error: shortOf(error) }, 'the log of the database could not be emptied'));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
