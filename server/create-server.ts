import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { openControl } from './cli/control';
import { type Core, type CoreDeps, openCore } from './core';
import { createApi } from './http/api';
import { openPages, type Pages } from './http/pages';
import { replyJson } from './http/reply';
import { openHub } from './live/hub';
import { offerReader } from './read/page-reader';
import { createWebhookHandler } from './webhooks/receive';
import { REFUSALS } from './webhooks/refusal-codes';
import { createRefusals } from './webhooks/refusals';

export type Heatlamp = {
  /** Built, not listening. */
  server: Server;
  core: Core;
  /** Stops intake, finishes what was read, closes. */
  close: () => Promise<void>;
};

const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 75_000;
const LONGEST_FAREWELL_MS = 3_000;
/** Anything may stand before /webhooks/: the POS's back office only knows the base (pos-interface, section 1). */
const WEBHOOK_PATH = /(?:^|\/)webhooks\/([^/]+)\/?$/;

/** Builds the whole server on a data folder. Only main.ts listens; tests do, on port 0. @throws CannotStart */
export async function createServer(deps: CoreDeps, options: { pages: Pages }): Promise<Heatlamp> {
  const core = await openCore(deps);
  const refusals = createRefusals();
  const receive = createWebhookHandler(core, refusals);
  const api = createApi(core);
  offerReader(core.reader);
  const pages = await openPages(options.pages, core);
  const control = await openControl(core, refusals);
  let isStopping = false;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (isStopping) response.setHeader('Connection', 'close');
    const url = urlOf(request);
    const event = url === null ? null : WEBHOOK_PATH.exec(url.pathname)?.[1];
    if (url === null)
      return replyJson(response, 400, { error: { code: 'INVALID_DATA', message: REFUSALS.INVALID_DATA } });
    if (event) return receive(request, response, decoded(event));
    if (url.pathname === '/healthz') return replyJson(response, 200, { alive: true });
    if (url.pathname === '/readyz') return replyReadiness(response, core, isStopping);
    if (url.pathname === '/api' || url.pathname.startsWith('/api/')) return api(request, response, url);
    return pages.answer(request, response);
  };

  const server = createHttpServer(
    { requestTimeout: 0, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      answer(request, response).catch((error) => {
        core.log.warn({ error: String(error).slice(0, 300) }, 'a request could not be answered');
        response.destroy();
      });
    },
  );
  server.on('clientError', (error, socket) => refuseBadHttp(error, socket as Socket));
  pages.attach(server);
  const hub = openHub(core, server, pages.build);

  return {
    server,
    core,
    async close() {
      isStopping = true;
      hub.close();
      const closed = new Promise<void>((done) => (server.listening ? server.close(() => done()) : done()));
      server.closeIdleConnections();
      const farewell = setTimeout(() => server.closeAllConnections(), LONGEST_FAREWELL_MS);
      await closed;
      clearTimeout(farewell);
      await control.close();
      await pages.close();
      await core.close();
    },
  };
}

function replyReadiness(response: ServerResponse, core: Core, isStopping: boolean): void {
  const { canStore, isSpooling, spoolBytes, waiting } = core.queue.state();
  const isReady = canStore && !isStopping;
  replyJson(response, isReady ? 200 : 503, { ready: isReady, spooling: isSpooling, spoolBytes, waiting });
}

/** What node's parser refuses is answered in the POS's own words. */
function refuseBadHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const body = JSON.stringify({ error: { code: 'INVALID_DATA', message: REFUSALS.INVALID_DATA } });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function urlOf(request: IncomingMessage): URL | null {
  try {
    return new URL(request.url ?? '/', 'http://heatlamp');
  } catch {
    return null;
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
