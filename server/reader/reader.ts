import type { WriteQueue } from '../intake/write-queue';
import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import type { ReadingPlace } from '../storage/open-database';
import { type NativeThread, requestsTo, startNativeThread, type ThreadRequests } from '../thread';
import type { Query, QueryArgument, QueryName, QueryResult, Reader } from './queries';

/** A damaged page of the write-ahead log costs at most what was committed in this time. */
const EVERY_MS = 60_000;

type CheckpointDeps = {
  reader: Reader;
  queue: Pick<WriteQueue<never>, 'state'>;
  log: Pick<Log, 'warn'>;
};

const PROGRAM = {
  bundled: new URL('./worker.mjs', import.meta.url),
  source: new URL('./read-worker.ts', import.meta.url),
};

/**
 * Starts the thread that runs the queries of history, deliveries and reports: they take long, and better-sqlite3 blocks
 * its thread, but the main thread has to answer the POS. It opens nothing while `problem` says why not.
 */
export function openReader(
  { databaseFile, databaseUrl, replicaUrl }: ReadingPlace,
  log: Pick<Log, 'warn'>,
  problem: () => string | null = () => null,
): Reader {
  let thread: (NativeThread & { queries: ThreadRequests }) | null = null;
  let isClosed = false;
  let [answered, failed] = [0, 0];

  /** A thread that died is replaced at the next query. */
  function running() {
    if (thread) return thread;
    const place: ReadingPlace = { databaseFile, databaseUrl, replicaUrl };
    const native = startNativeThread(PROGRAM, place);
    const { worker } = native;
    const started = { ...native, queries: requestsTo(worker) };
    const ended = (error: Error) => {
      started.queries.fail(error);
      // The end of a thread that was stopped, or has been replaced, is no news.
      if (thread !== started) return;
      thread = null;
      if (!isClosed) log.warn({ error: shortOf(error) }, 'the reader thread ended: the next query starts another');
    };
    worker.on('error', ended);
    worker.on('exit', () => ended(new Error('the reader stopped')));
    thread = started;
    return started;
  }

  async function send(query: Query): Promise<unknown> {
    if (isClosed) throw new Error('the reader is closed');
    try {
      // Checked before, because opening another file would turn it into a database with a write-ahead log.
      const why = thread ? null : problem();
      if (why !== null) throw new Error(why);
      const result = await running().queries.send(query);
      answered += 1;
      return result;
    } catch (error) {
      failed += 1;
      throw error;
    }
  }

  return {
    read: <Name extends QueryName>(name: Name, argument: QueryArgument<Name>) =>
      send({ name, argument }) as Promise<QueryResult<Name>>,
    state: () => ({
      waiting: thread?.queries.waiting() ?? 0,
      longestWaitMs: thread?.queries.longestWaitMs() ?? 0,
      answered,
      failed,
      busyMs: thread?.worker.performance.eventLoopUtilization().active ?? 0,
    }),
    async close() {
      isClosed = true;
      await thread?.end();
    },
  };
}

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
