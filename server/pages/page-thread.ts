import { MessageChannel } from 'node:worker_threads';
import type { Log } from '../log';
import type { Reader } from '../reader/queries';
import { startThread } from '../storage/thread';
import { answerRequests, requestsTo } from '../storage/thread-requests';
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
/** Time between the end of a thread and the start of the next one; doubled when threads end soon after their start. */
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
const STEADY_MS = 60_000;
const MAX_OUTPUT_CHARACTERS = 2_000;

/** The thread that renders pages has ended, and is being started again. */
export class PagesAway extends Error {}

export type PageThread = {
  /** While the first thread starts, a page waits for it. @throws PagesAway */
  render: (request: PageRequest) => Promise<RenderedPage>;
  close: () => Promise<void>;
};

export type PageThreadDeps = {
  address: PageThreadData['address'];
  /** Answers what pages ask; `readSerialized` what they read. */
  server: PageServer;
  readSerialized: Reader['readSerialized'];
  log: Log;
};

/**
 * Starts the thread in which Next renders pages: a page takes 10 ms and more of a processor, and the main thread has to
 * answer the POS. A thread that ends is started again. Until then there are no pages.
 */
export function startPageThread(deps: PageThreadDeps): PageThread {
  let isClosed = false;
  let isAway = false;
  let restarting: NodeJS.Timeout | undefined;
  let pauseMs = MIN_PAUSE_MS;
  let thread = start();

  function start(): RunningThread {
    const startedAt = performance.now();
    return runThread(deps, (reason) => {
      if (isClosed) return;
      isAway = true;
      pauseMs = performance.now() - startedAt < STEADY_MS ? Math.min(2 * pauseMs, MAX_PAUSE_MS) : MIN_PAUSE_MS;
      deps.log.warn({ error: reason, pauseMs }, 'the thread that renders pages ended, and is started again');
      restarting = setTimeout(() => {
        thread = start();
        thread.ready.then(
          () => {
            isAway = false;
          },
          () => {},
        );
      }, pauseMs).unref();
    });
  }

  return {
    async render(request) {
      if (isAway) throw new PagesAway();
      const { ready, render, end } = thread;
      const timeout = setTimeout(() => void end('a page took longer than a minute'), RENDER_TIMEOUT_MS).unref();
      try {
        await ready;
        return await render(request);
      } finally {
        clearTimeout(timeout);
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(restarting);
      await thread.end('the server stops');
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
