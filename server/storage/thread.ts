import { existsSync } from 'node:fs';
import path from 'node:path';
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';

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
