import { existsSync } from 'node:fs';
import path from 'node:path';
import { type MessagePort, parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import { errorMessage } from '../lib/error-message';
import { UserError } from './user-error';

/** This side of the other thread. */
type Port = MessagePort | Worker;

type Request = { id: number; message: unknown };
type Response =
  | { id: number; result: unknown }
  | { id: number; error: string; refusal: { code: string | null } | null };

/** Requests to another thread. Each gets one response, in any order. */
export type ThreadRequests = {
  /** @throws UserError of the other thread; Error with the message of its other errors, or the error of `fail` */
  send: (message: unknown) => Promise<unknown>;
  /** Fails all unanswered requests. Returns their number. */
  fail: (error: Error) => number;
  waiting: () => number;
  /** Waiting time of the oldest unanswered request in ms; 0 without one. */
  longestWaitMs: () => number;
};

/** Files of a thread's program: bundled, and source. */
export type Program = { bundled: URL; source: URL };

/** Registers tsx in a thread that runs from source, because the hooks of the main thread do not apply to it. */
const fromSource = ({ href }: URL) =>
  `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(href)})));`;

let builtFolder: string | null = null;

/** Makes threads run from the bundles in this folder, which start half a second faster than from source. For tests. */
export function startThreadsFrom(folder: string): void {
  builtFolder = folder;
}

export function startThread({ bundled, source }: Program, workerData: unknown, options: WorkerOptions = {}): Worker {
  if (builtFolder)
    return new Worker(path.join(builtFolder, path.basename(bundled.pathname)), { ...options, workerData });
  return existsSync(source)
    ? new Worker(fromSource(source), { ...options, workerData, eval: true })
    : new Worker(bundled, { ...options, workerData });
}

/** What a thread with native code posts when that code has loaded. */
export type LoadedNews = { isLoaded: true };

export type NativeThread = {
  worker: Worker;
  /** Ends the thread as soon as its native code has loaded: ended before, it would abort the whole process. */
  end: () => Promise<void>;
};

/** Starts a thread that loads native code, and calls `reportLoaded` then. */
export function startNativeThread(program: Program, workerData: unknown): NativeThread {
  const worker = startThread(program, workerData);
  const isLoaded = new Promise<void>((done) => {
    worker.on('message', (message: object) => {
      if ('isLoaded' in message) done();
    });
    worker.once('exit', () => done());
  });
  return {
    worker,
    async end() {
      await isLoaded;
      await worker.terminate();
    },
  };
}

/** Called in a thread once its native code has loaded. */
export function reportLoaded(): void {
  parentPort?.postMessage({ isLoaded: true } satisfies LoadedNews);
}

export function requestsTo(port: Port): ThreadRequests {
  let lastId = 0;
  /** In order of sending. */
  const unanswered = new Map<
    number,
    { since: number; done: (result: unknown) => void; failed: (error: Error) => void }
  >();
  (port as MessagePort).on('message', (response: Response) => {
    const request = unanswered.get(response.id);
    unanswered.delete(response.id);
    if ('error' in response) request?.failed(errorOf(response.error, response.refusal));
    else request?.done(response.result);
  });
  return {
    send: (message) =>
      new Promise((done, failed) => {
        lastId += 1;
        unanswered.set(lastId, { since: performance.now(), done, failed });
        port.postMessage({ id: lastId, message } satisfies Request);
      }),
    fail(error) {
      const requests = [...unanswered.values()];
      unanswered.clear();
      for (const { failed } of requests) failed(error);
      return requests.length;
    },
    waiting: () => unanswered.size,
    longestWaitMs() {
      const [oldest] = unanswered.values();
      return oldest ? performance.now() - oldest.since : 0;
    },
  };
}

function errorOf(message: string, refusal: { code: string | null } | null): Error {
  return refusal ? new UserError(message, refusal.code) : new Error(message);
}

/** Answers the requests that another thread sends over this port. */
export function answerRequests<Message>(port: Port, answer: (message: Message) => unknown): void {
  (port as MessagePort).on('message', async ({ id, message }: Request) => {
    const respond = (response: Response) => port.postMessage(response);
    try {
      respond({ id, result: await answer(message as Message) });
    } catch (error) {
      const refusal = error instanceof UserError ? { code: error.code } : null;
      respond({ id, error: errorMessage(error), refusal });
    }
  });
}
