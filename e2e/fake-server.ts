import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';

/** Another program that answers at Heatlamp's address. */
export type FakeServer = {
  /** How many pages a log-in page was asked for, or how many heads another build has sent to clients. */
  answers: () => number;
  close: () => Promise<void>;
};

/** A router's log-in page: 200 and HTML for every request, and no sockets. */
export async function openLoginPage(port: number): Promise<FakeServer> {
  let answers = 0;
  const server = createServer((_, response) => {
    answers += 1;
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Welcome</title><h1>Please accept our terms</h1>');
  });
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno'));
  return { answers: () => answers, close: await listen(server, port) };
}

/** Messages of a Heatlamp of another build: a board with tickets that this page cannot read, or a refusal. */
export type FakeAnswer = { tickets: unknown[] } | { refusal: string };

/** A test may move the clock of a page on by this much before what the server sends seems late to it. */
const AHEAD_MS = 60_000;

/** Implements the socket and the API like a server of another build, with a head every half second. It has no pages. */
export async function openOtherBuild(port: number, answer: FakeAnswer): Promise<FakeServer> {
  const head = () => ({
    epoch: 'another',
    version: 9,
    serverTime: new Date(Date.now() + AHEAD_MS).toISOString(),
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
  let answers = 0;
  const heads = setInterval(() => {
    answers += io.of('/').sockets.size;
    io.emit('board:head', head());
  }, 500);
  const close = await listen(server, port);
  return {
    answers: () => answers,
    async close() {
      clearInterval(heads);
      io.disconnectSockets(true);
      io.engine.close();
      await close();
    },
  };
}

/** Resolves to what closes it. */
async function listen(server: HttpServer, port: number): Promise<FakeServer['close']> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}
