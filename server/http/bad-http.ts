import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { REFUSALS } from '../../contract/deliveries';
import type { Log } from '../log';

/** Who is cut off while still sending sees a broken connection and not the answer. */
const LINGER_MS = 1_000;

const BODY = JSON.stringify({ error: { code: 'INVALID_DATA', message: REFUSALS.INVALID_DATA } });
const ANSWER = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(BODY)}\r\nConnection: close\r\n\r\n${BODY}`;

/** What node's parser refuses (400, 408, 431) is answered in the POS's own words, once a connection. */
export function refuseBadHttp(server: Server, log: Log): void {
  const answering = new WeakSet<object>();
  const refused = new WeakSet<object>();
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  const refuse = (error: NodeJS.ErrnoException, socket: Socket) => {
    // The parser reports every further piece after the first error.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // The handler of an interrupted request notices the end of the connection, and logs it.
    if (answering.has(socket)) return void socket.end(ANSWER, () => socket.destroy());
    log.warn({ error: error.code }, 'request refused: it is not HTTP, or came too slowly');
    socket.end(ANSWER);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  server.on('clientError', (error, stream) => refuse(error, stream as Socket));
  // Without a listener node closes the connection, and an earlier request on it would lose its answer.
  server.on('connect', (_, stream) => {
    const socket = stream as Socket;
    socket.on('error', () => socket.destroy());
    refuse(Object.assign(new Error('not a proxy'), { code: 'CONNECT' }), socket);
  });
}
