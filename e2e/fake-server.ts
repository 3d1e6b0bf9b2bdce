import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';

/** Another program that answers at Heatlamp's address. */
export type FakeServer = { close: () => Promise<void> };

/** A router's log-in page: 200 and HTML for every request, and no sockets. */
export async function openLoginPage(port: number): Promise<FakeServer> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Welcome</title><h1>Please accept our terms</h1>');
  });
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno'));
  return listen(server, port);
}

/** Messages of a Heatlamp of another build: a board with tickets that this page cannot read, or a refusal. */
export type FakeAnswer = { tickets: unknown[] } | { refusal: string };

/** Implements the socket and the API like a server of another build, with a head every half second. It has no pages. */
export async function openOtherBuild(port: number, answer: FakeAnswer): Promise<FakeServer> {
  const head = () => ({
    epoch: 'another',
    version: 9,
    serverTime: new Date().toISOString(),
    posOffsetMs: 0,
    lastDeliveryAt: null,
    build: 'another',
  });
  const branch = { number: 1, name: null, timeZone: 'UTC' };
  const board = () => ({ ...head(), branch, gaps: [], tables: [], tickets: 'tickets' in answer ? answer.tickets : [] });
  const server = createServer((request, response) => {
    const isBoard = 'tickets' in answer && request.url?.startsWith('/api/v1/board');
    response.writeHead(isBoard ? 200 : 503, { 'Content-Type': 'application/json' });
    response.end(isBoard ? JSON.stringify(board()) : '{}');
  });
  const io = new Server(server, { transports: ['websocket'], serveClient: false });
  io.use((_, next) =>
    next('refusal' in answer ? Object.assign(new Error('no'), { data: { code: answer.refusal } }) : undefined),
  );
  io.on('connection', (socket) => {
    socket.emit('board:snapshot', board());
    socket.on('board:resync', (_, acknowledge: unknown) => {
      if (typeof acknowledge === 'function') acknowledge(board());
    });
  });
  const heads = setInterval(() => io.emit('board:head', head()), 500);
  const fake = await listen(server, port);
  return {
    async close() {
      clearInterval(heads);
      io.disconnectSockets(true);
      io.engine.close();
      await fake.close();
    },
  };
}

async function listen(server: HttpServer, port: number): Promise<FakeServer> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
