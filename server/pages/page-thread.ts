import { MessageChannel } from 'node:worker_threads';
import type { Log } from '../log';
import type { Reader } from '../reader/queries';
import { answerRequests, requestsTo, startThread } from '../storage/thread';
import type { PageQuestion, PageRequest, PageThreadData, PageThreadNews, RenderedPage } from './page-messages';
import type { PageServer } from './page-server';

const PROGRAM = {
  bundled: new URL('./page-worker.mjs', import.meta.url),
  source: new URL('./page-worker.ts', import.meta.url),
};
/** A page that needs more memory ends the thread, not the server. */
const MAX_HEAP_MB = 384;
/** By default 32 MB, most of it garbage. */
const YOUNG_HEAP_MB = 4;
/** A page that takes longer will never be finished. */
const RENDER_TIMEOUT_MS = 60_000;
/**
 * A thread that no page needs ends, because it takes some 50 MB. A screen needs one page when it is switched on; a
 * manager who reads a page goes on to the next, and should not wait for a thread.
 */
const IDLE_MS = 30_000;
const IDLE_AFTER_MANAGER_MS = 600_000;
/** For so long after a thread has failed none is started; doubled when threads fail soon after their start. */
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
const STEADY_MS = 60_000;
const MAX_OUTPUT_CHARACTERS = 2_000;

/** The thread that renders pages has failed, and is started again in a moment. */
export class PagesAway extends Error {}

export type PageThread = {
  /** Waits until the thread has started, if none is running. @throws PagesAway */
  render: (request: PageRequest) => Promise<RenderedPage>;
  close: () => Promise<void>;
};

export type PageThreadDeps = {
  address: PageThreadData['address'];
  /** Answers what pages ask; `readSerialized` what they read. */
  server: PageServer;
  readSerialized: Reader['readSerialized'];
  log: Log;
  /** In ms. */
  idleMs?: number;
};

/**
 * A thread in which Next renders pages: a page takes 10 ms and more of a processor, and the main thread has to answer
 * the POS. It starts with the first page, and ends when no page was needed for `idleMs`, or for ten minutes after one of
 * a manager. After it has failed there are no pages for a moment.
 */
export function createPageThread(deps: PageThreadDeps): PageThread {
  const { log, idleMs = IDLE_MS } = deps;
  let thread: RunningThread | null = null;
  let rendering = 0;
  let idle: NodeJS.Timeout | undefined;
  let neededUntil = 0;
  let pauseMs = MIN_PAUSE_MS;
  let startAfter = Number.NEGATIVE_INFINITY;

  function start(): RunningThread {
    const startedAt = performance.now();
    if (startedAt < startAfter) throw new PagesAway();
    const started = runThread(deps, (reason) => {
      if (thread !== started) return;
      thread = null;
      const endedAt = performance.now();
      pauseMs = endedAt - startedAt < STEADY_MS ? Math.min(2 * pauseMs, MAX_PAUSE_MS) : MIN_PAUSE_MS;
      startAfter = endedAt + pauseMs;
      log.warn({ error: reason, pauseMs }, 'the thread that renders pages ended, and is started again');
    });
    return started;
  }

  async function stop(reason: string): Promise<void> {
    const stopped = thread;
    thread = null;
    await stopped?.end(reason);
  }

  async function endIdle(): Promise<void> {
    await stop('no page is needed');
    log.info({}, 'the thread that renders pages ended, because none is needed');
  }

  return {
    async render(request) {
      thread ??= start();
      const { ready, render, end } = thread;
      clearTimeout(idle);
      rendering += 1;
      const timeout = setTimeout(() => void end('a page took longer than a minute'), RENDER_TIMEOUT_MS).unref();
      try {
        await ready;
        return await render(request);
      } finally {
        clearTimeout(timeout);
        rendering -= 1;
        const now = performance.now();
        const keepMs = request.url.startsWith('/manager') ? IDLE_AFTER_MANAGER_MS : idleMs;
        neededUntil = Math.max(neededUntil, now + keepMs);
        if (rendering === 0) idle = setTimeout(() => void endIdle(), neededUntil - now).unref();
      }
    },
    async close() {
      clearTimeout(idle);
      startAfter = Number.POSITIVE_INFINITY;
      await stop('the server stops');
    },
  };
}

type RunningThread = {
  /** Resolves when the thread can render. @throws PagesAway if it ends before */
  ready: Promise<void>;
  /** @throws PagesAway if the thread ends before it has rendered the page */
  render: (request: PageRequest) => Promise<RenderedPage>;
  end: (reason: string) => Promise<unknown>;
};

/** `onEnd` is called once, with the reason. */
function runThread(
  { address, server, readSerialized, log }: PageThreadDeps,
  onEnd: (reason: string) => void,
): RunningThread {
  const { port1: questions, port2 } = new MessageChannel();
  const worker = startThread(PROGRAM, { address, server: port2 } satisfies PageThreadData, {
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    // Next reports errors there. They go into the log, which never waits for its reader.
    stdout: true,
    stderr: true,
  });
  worker.unref();
  const pages = requestsTo(worker);
  answerRequests(questions, ({ name, input }: PageQuestion) => {
    const answer = name === 'read' ? readSerialized : server[name];
    return (answer as (...all: readonly unknown[]) => Promise<unknown>)(...input);
  });
  questions.unref();
  worker.stdout.resume();
  worker.stderr.on('data', (text: Buffer) =>
    log.warn({ error: text.toString().trim().slice(0, MAX_OUTPUT_CHARACTERS) }, 'a page reported an error'),
  );

  let reason: string | null = null;
  let setReady = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    setReady = resolve;
    worker.once('exit', () => reject(new PagesAway()));
  });
  ready.catch(() => {});
  worker.on('message', (news: PageThreadNews | { id: number }) => {
    if ('isReady' in news) setReady();
    if ('failure' in news) reason = news.failure;
  });
  worker.on('error', (error) => {
    reason = String(error);
  });
  worker.once('exit', (code) => {
    pages.fail(new PagesAway());
    questions.close();
    onEnd(reason ?? `exit code ${code}`);
  });
  return {
    ready,
    render: async (request) => (await pages.send(request)) as RenderedPage,
    end(because) {
      reason ??= because;
      return worker.terminate();
    },
  };
}
