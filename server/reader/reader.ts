import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { DatabasePlace } from '../storage/open-database';
import { startThread } from '../storage/thread';
import type { QueryArgument, QueryName, QueryResult, Reader, Request, Response } from './queries';

const PROGRAM = {
  bundled: new URL('./worker.mjs', import.meta.url),
  source: new URL('./read-worker.ts', import.meta.url),
};
/** How long `pause` waits for a running query. */
const PAUSE_TIMEOUT_MS = 10_000;
const POLL_MS = 10;

/** A reader whose file can be replaced. */
export type FileReader = Reader & {
  /**
   * Closes the file once running queries are answered, after ten seconds at most. Later queries wait. Call the result
   * to open the file again.
   */
  pause: () => Promise<() => void>;
};

/**
 * Starts the thread that runs the queries of history, deliveries and reports: they take long, and better-sqlite3 blocks
 * its thread, but the main thread has to answer the POS.
 */
export function openReader({ databaseFile, databaseUrl }: DatabasePlace): FileReader {
  let worker: Worker | null = null;
  let isClosed = false;
  /** Resolves when the file is open again. */
  let pause: Promise<void> | null = null;
  let lastId = 0;
  let [answered, failures] = [0, 0];
  /** In order of arrival. */
  const waiting = new Map<number, { since: number; done: (result: unknown) => void; failed: (error: Error) => void }>();

  function fail(error: Error): void {
    worker = null;
    failures += waiting.size;
    for (const { failed } of waiting.values()) failed(error);
    waiting.clear();
  }

  /** A thread that died is replaced at the next query. */
  function running(): Worker {
    if (worker) return worker;
    const started = startThread(PROGRAM, { databaseFile, databaseUrl } satisfies DatabasePlace);
    started.unref();
    started.on('message', (response: Response) => {
      const request = waiting.get(response.id);
      waiting.delete(response.id);
      if ('error' in response) {
        failures += 1;
        request?.failed(new Error(response.error));
      } else {
        answered += 1;
        request?.done(response.result);
      }
    });
    // The exit of a thread may be reported after its successor has started, whose queries must not fail by it.
    const ended = (error: Error) => worker === started && fail(error);
    started.on('error', ended);
    started.on('exit', () => ended(new Error('the reader stopped')));
    worker = started;
    return started;
  }

  function send<Name extends QueryName>(name: Name, argument: QueryArgument<Name>): Promise<QueryResult<Name>> {
    return new Promise((done, failed) => {
      if (isClosed) return failed(new Error('the reader is closed'));
      lastId += 1;
      waiting.set(lastId, { since: performance.now(), done: done as (result: unknown) => void, failed });
      running().postMessage({ id: lastId, name, argument } satisfies Request);
    });
  }

  return {
    read: (name, argument) => (pause ? pause.then(() => send(name, argument)) : send(name, argument)),
    async pause() {
      let resume = () => {};
      pause = new Promise((done) => {
        resume = () => {
          pause = null;
          done();
        };
      });
      const deadline = performance.now() + PAUSE_TIMEOUT_MS;
      while (waiting.size > 0 && performance.now() < deadline) await wait(POLL_MS);
      const stopped = worker;
      await stopped?.terminate();
      if (worker === stopped) fail(new Error('the reader switched to another file'));
      return resume;
    },
    state() {
      const [oldest] = waiting.values();
      return {
        waiting: waiting.size,
        longestWaitMs: oldest ? performance.now() - oldest.since : 0,
        answered,
        failed: failures,
        busyMs: worker?.performance.eventLoopUtilization().active ?? 0,
      };
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
