import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Maximum number of pipelined requests on a connection; ordinary clients do not pipeline. */
export const MAX_PIPELINED = 100;
/** Maximum number of bytes after the head of the first that waits. A body of less than 64 KB is in memory meanwhile. */
export const MAX_PIPELINED_BYTES = 256 * 1024;

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
