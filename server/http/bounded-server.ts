import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { REFUSALS } from '../../contract/constants';
import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import type { Admission } from './admission';
import { BUDGETS } from './budgets';

const OFFER = /^(?:upgrade|http2-settings|connection)$/i;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Maximum number of pipelined requests on a connection; ordinary clients do not pipeline. */
export const MAX_PIPELINED = 100;
/** Maximum number of bytes after the head of the first that waits. A body of less than 64 KB is in memory meanwhile. */
export const MAX_PIPELINED_BYTES = 256 * 1024;

/** Time to receive the response: a client that is disconnected while it sends sees only a broken connection. */
const LINGER_MS = 1_000;

const BODY = JSON.stringify({ error: { code: 'INVALID_DATA', message: REFUSALS.INVALID_DATA } });
const ANSWER = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(BODY)}\r\nConnection: close\r\n\r\n${BODY}`;

type BoundedServer = {
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
  { admission, log }: { admission: Admission; log: Log },
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

/** Answers requests that the parser of Node.js refuses, once per connection, in the form that the POS expects. */
function refuseBadHttp(server: Server, log: Log): void {
  const answering = new WeakSet<object>();
  const refused = new WeakSet<object>();
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  const refuse = (error: NodeJS.ErrnoException, socket: Socket) => {
    // After the first error the parser reports every further chunk.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // Time is up before the first request, which may be on its way: it must not get this answer.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) return void socket.destroy();
    // The handler of the interrupted request notices that the connection ends, and logs it.
    if (answering.has(socket)) return void socket.end(ANSWER, () => socket.destroy());
    log.warn({ error: error.code }, 'request refused: it is not HTTP, or arrived too slowly');
    socket.end(ANSWER);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  server.on('clientError', (error, stream) => refuse(error, stream as Socket));
  // Without a listener Node.js closes the connection, and an earlier request on it gets no response.
  server.on('connect', (_, stream) => {
    const socket = stream as Socket;
    socket.on('error', () => socket.destroy());
    refuse(Object.assign(new Error('not a proxy'), { code: 'CONNECT' }), socket);
  });
}

/**
 * Handles the requests of a connection one after the other. A client may send hundreds in one packet without reading a
 * response: started together, all would be in memory, and a response that is never sent would never end. A client
 * that pipelines too many is disconnected.
 */
export function oneAtATime(handle: Handle): Handle {
  /** The waiting requests of each connection that has a request in progress, and what was read before each. */
  const pipelined = new WeakMap<Socket, { begin: () => void; bytesBefore: number }[]>();

  function begin(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => {
      const next = socket.destroyed ? undefined : pipelined.get(socket)?.shift();
      if (next) next.begin();
      else pipelined.delete(socket);
    });
    handle(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const { bytesRead } = socket;
    const waiting = pipelined.get(socket);
    if (!waiting) {
      pipelined.set(socket, []);
      begin(socket, request, response);
      return;
    }
    const bytes = bytesRead - (waiting[0]?.bytesBefore ?? bytesRead);
    if (waiting.length < MAX_PIPELINED && bytes <= MAX_PIPELINED_BYTES)
      waiting.push({ begin: () => begin(socket, request, response), bytesBefore: bytesRead });
    else socket.destroy();
  };
}

/**
 * Answers requests that offer another protocol as ordinary requests. Some clients, such as Java's, offer HTTP/2 with
 * every POST; on a server with sockets Node.js would not answer them.
 */
export function declineUpgrades(server: Server, isWanted: (path: string) => boolean): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { method, url = '/', httpVersion, rawHeaders } = request;
    if (isWanted(url)) return;
    const lines = [`${method} ${url} HTTP/${httpVersion}`];
    for (let index = 0; index < rawHeaders.length; index += 2) {
      if (!OFFER.test(rawHeaders[index] ?? '')) lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
    }
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
    server.emit('connection', socket);
  });
}
