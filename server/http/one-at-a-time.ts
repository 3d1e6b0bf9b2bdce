import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Limit of pipelined requests on a connection; no ordinary client sends more ahead. */
export const MOST_AHEAD = 100;

/**
 * Answers the requests of a connection one after the other. A client may send hundreds in one packet and read no
 * answer: started together, all would be in memory, and an answer that never got its turn on a closed connection would
 * never end. A client that sends too many ahead is disconnected.
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
