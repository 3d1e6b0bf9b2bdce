import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Maximum number of pipelined requests on a connection; ordinary clients do not pipeline. */
export const MAX_PIPELINED = 100;

/**
 * Handles the requests of a connection one after the other. A client may send hundreds in one packet without reading a
 * response: started together, all would be in memory, and a response that is never sent would never end. A client
 * that pipelines too many is disconnected.
 */
export function oneAtATime(handle: Handle): Handle {
  /** The waiting requests of each connection that has a request in progress. */
  const pipelined = new WeakMap<Socket, (() => void)[]>();

  function begin(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => {
      const next = socket.destroyed ? undefined : pipelined.get(socket)?.shift();
      if (next) next();
      else pipelined.delete(socket);
    });
    handle(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const waiting = pipelined.get(socket);
    if (!waiting) {
      pipelined.set(socket, []);
      begin(socket, request, response);
    } else if (waiting.length < MAX_PIPELINED) waiting.push(() => begin(socket, request, response));
    else socket.destroy();
  };
}
