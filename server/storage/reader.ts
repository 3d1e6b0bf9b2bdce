import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { QueryArgument, QueryName, QueryResult, Reader, Request, Response } from '../read/messages';

const BUNDLED = new URL('./worker.mjs', import.meta.url);
const SOURCE = new URL('./read-worker.ts', import.meta.url);
/** In development and tests the thread has to be taught TypeScript by itself: tsx's hooks do not reach into it. */
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(SOURCE.href)})));`;

/**
 * Starts the thread that reads history, journal and reports: better-sqlite3 blocks the thread that it runs in, and the
 * main one answers the POS.
 */
export function openReader(databaseFile: string): Reader {
  const isSource = existsSync(SOURCE);
  let worker: Worker | null = null;
  let isClosed = false;
  let lastId = 0;
  let [answered, failures] = [0, 0];
  /** In the order in which they were asked. */
  const waiting = new Map<number, { since: number; done: (result: unknown) => void; failed: (error: Error) => void }>();

  function fail(error: Error): void {
    worker = null;
    failures += waiting.size;
    for (const { failed } of waiting.values()) failed(error);
    waiting.clear();
  }

  /** A thread that died is replaced at the next question. */
  function running(): Worker {
    if (worker) return worker;
    const workerData = { databaseFile };
    const started = isSource
      ? new Worker(FROM_SOURCE, { workerData, eval: true })
      : new Worker(BUNDLED, { workerData });
    started.unref();
    started.on('message', (response: Response) => {
      const asked = waiting.get(response.id);
      waiting.delete(response.id);
      if ('error' in response) {
        failures += 1;
        asked?.failed(new Error(response.error));
      } else {
        answered += 1;
        asked?.done(response.result);
      }
    });
    // A thread's end may be told after its successor has begun: that one's questions are not lost by it.
    const ended = (error: Error) => worker === started && fail(error);
    started.on('error', ended);
    started.on('exit', () => ended(new Error('the reader stopped')));
    worker = started;
    return started;
  }

  return {
    read: <Name extends QueryName>(name: Name, argument: QueryArgument<Name>) =>
      new Promise<QueryResult<Name>>((done, failed) => {
        if (isClosed) return failed(new Error('the reader is closed'));
        lastId += 1;
        waiting.set(lastId, { since: performance.now(), done: done as (result: unknown) => void, failed });
        running().postMessage({ id: lastId, name, argument } satisfies Request);
      }),
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
