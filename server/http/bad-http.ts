import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { REFUSALS } from '../../contract/constants';
import type { Log } from '../log';

/** Time to receive the response: a client that is disconnected while it sends sees only a broken connection. */
const LINGER_MS = 1_000;

const BODY = JSON.stringify({ error: { code: 'INVALID_DATA', message: REFUSALS.INVALID_DATA } });
const ANSWER = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(BODY)}\r\nConnection: close\r\n\r\n${BODY}`;

/** Answers requests that the parser of Node.js refuses, once per connection, in the form that the POS expects. */
export function refuseBadHttp(server: Server, log: Log): void {
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
