import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** So many requests may wait behind the one that is answered: no client that means well sends more ahead. */
export const MOST_AHEAD = 100;

/**
 * Answers the requests of a connection one after the other, as they came. A client may send hundreds in one packet and
 * read no answer: begun together they would be held in memory together, and an answer that never got its turn on a
 * connection that is gone never ends, with the file that it was reading. Who sends too many ahead is cut off.
 */
export function oneAtATime(handle: Handle): Handle {
  /** Those that wait, of each connection on which one is being answered. */
  const ahead = new WeakMap<Socket, (() => void)[]>();

  function begin(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => {
      const next = socket.destroyed ? undefined : ahead.get(socket)?.shift();
      if (next) next();
      else ahead.delete(socket);
    });
    handle(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const waiting = ahead.get(socket);
    if (!waiting) {
      ahead.set(socket, []);
      begin(socket, request, response);
    } else if (waiting.length < MOST_AHEAD) waiting.push(() => begin(socket, request, response));
    else socket.destroy();
  };
}
