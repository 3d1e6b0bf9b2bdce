import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';

/** Another program that answers at Heatlamp's address. */
type FakeServer = { close: () => Promise<void> };

/** A router's log-in page: 200 and HTML for every request, which `answers` counts, and no sockets. */
export async function openLoginPage(port: number): Promise<FakeServer & { answers: () => number }> {
  let answers = 0;
  const server = createServer((_, response) => {
    answers += 1;
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Welcome</title><h1>Please accept our terms</h1>');
  });
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno'));
  return { answers: () => answers, close: await listen(server, port) };
}

/** A Heatlamp of another build, which refuses the version of the contract. It has no pages. */
export async function openOtherBuild(port: number): Promise<FakeServer> {
  const server = createServer((_, response) => {
    response.writeHead(503, { 'Content-Type': 'application/json' });
    response.end('{}');
  });
  const io = new Server(server, { transports: ['websocket'], serveClient: false });
  io.use((_, next) => next(Object.assign(new Error('no'), { data: { code: 'too-old' } })));
  const close = await listen(server, port);
  return {
    async close() {
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
