import type { IncomingHttpHeaders } from 'node:http';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Config } from '../config';
import type { Log } from '../log';
import { answerRequests, requestsTo, startThread } from '../thread';
import type { PageServer } from './page-server';

/** What the thread of the pages starts with. */
export type PageThreadData = {
  address: Pick<Config, 'host' | 'port'>;
  /** Answers what pages ask of the server (`PageQuestion`). */
  server: MessagePort;
};

/** A GET request for this path and query. */
export type PageRequest = { url: string; headers: IncomingHttpHeaders };

/** What Next answers to a request, complete and in memory. */
export type RenderedPage = {
  status: number;
  headers: Record<string, string | string[]>;
  body: Uint8Array;
};

/** What the thread of the pages reports unasked: that it can render, or why it ends. */
type PageThreadNews = { isReady: true } | { failure: string };

/** A call of the server by a page. */
export type PageQuestion = { name: keyof PageServer; input: readonly unknown[] };

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
const MAX_OUTPUT_CHARACTERS = 2_000;

/** The thread that renders pages has failed: the next page starts another. */
export class PagesAway extends Error {}

export type PageThread = {
  /** Waits until the thread has started, if none is running. @throws PagesAway */
  render: (request: PageRequest) => Promise<RenderedPage>;
  close: () => Promise<void>;
};

export type PageThreadDeps = {
  address: PageThreadData['address'];
  /** Answers what pages ask. */
  server: PageServer;
  log: Log;
};

/**
 * A thread in which Next renders pages: a page takes 10 ms and more of a processor, and the main thread has to answer
 * the POS. It starts with the first page. After it has failed, the next page starts another.
 */
export function createPageThread(deps: PageThreadDeps): PageThread {
  let thread: RunningThread | null = null;
  let isClosed = false;

  function start(): RunningThread {
    if (isClosed) throw new PagesAway();
    const started = runThread(deps, (reason) => {
      if (thread !== started) return;
      thread = null;
      deps.log.warn({ error: reason }, 'the thread that renders pages ended: the next page starts another');
    });
    return started;
  }

  return {
    async render(request) {
      thread ??= start();
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
      const stopped = thread;
      thread = null;
      await stopped?.end('the server stops');
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
function runThread({ address, server, log }: PageThreadDeps, onEnd: (reason: string) => void): RunningThread {
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
  answerRequests(questions, ({ name, input }: PageQuestion) =>
    (server[name] as (...all: readonly unknown[]) => Promise<unknown>)(...input),
  );
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
