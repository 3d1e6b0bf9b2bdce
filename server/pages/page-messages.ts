import type { IncomingHttpHeaders } from 'node:http';
import type { MessagePort } from 'node:worker_threads';
import type { Config } from '../config';
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
export type PageThreadNews = { isReady: true } | { failure: string };

/** A call of the server by a page. The answer to `read` is serialized. */
export type PageQuestion = { name: keyof PageServer; input: readonly unknown[] };
