import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Core } from './core';
import { refuseBadHttp } from './http/bad-http';
import { BUDGETS } from './http/budgets';
import { oneAtATime } from './http/one-at-a-time';
import { shortOf } from './storage/failure';

export type BoundedServer = {
  /** The caller makes it listen. */
  server: Server;
  /** Stops accepting connections, and resolves when the last one is closed. */
  close: () => Promise<void>;
};

const HEADERS_TIMEOUT_MS = 10_000;
const CHECK_HEADERS_EVERY_MS = 1_000;
const KEEP_ALIVE_MS = 75_000;
const CLOSE_TIMEOUT_MS = 3_000;

/** An HTTP server that limits connections, the time of requests, and requests at once on a connection. */
export function createBoundedServer(
  { admission, log }: Pick<Core, 'admission' | 'log'>,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): BoundedServer {
  const server = createServer(
    {
      requestTimeout: BUDGETS.requestMs,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_HEADERS_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false,
    },
    oneAtATime((request, response) => {
      answer(request, response).catch((error) => {
        log.warn({ error: shortOf(error) }, 'a request could not be handled');
        response.destroy();
      });
    }),
  );
  /** Every connection, including WebSockets and those that never send anything. */
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    if (connections.has(socket)) return; // emitted again after a declined upgrade
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    admission.accept(socket);
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  refuseBadHttp(server, log);

  return {
    server,
    async close() {
      const closed = new Promise<void>((done) => (server.listening ? server.close(() => done()) : done()));
      server.closeIdleConnections();
      // A screen without network never closes its connection, and must not delay the restart.
      const closeTimeout = setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, CLOSE_TIMEOUT_MS);
      await closed;
      clearTimeout(closeTimeout);
    },
  };
}
