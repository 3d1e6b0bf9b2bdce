import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

const OFFER = /^(?:upgrade|http2-settings|connection)$/i;

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
