import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Page } from '@playwright/test';

/**
 * `open`: everything passes. `down`: connections are cut and refused. `swallowing`: nothing passes and nothing is
 * closed, as behind a router that lost its state. `without sockets`: HTTP passes, WebSockets are cut.
 */
type State = 'open' | 'down' | 'swallowing' | 'without sockets';

type Connection = { near: Socket; far: Socket | null; isWebSocket: boolean; isForgotten: boolean };

/** A proxy between a wall and the server, which a test can disturb. */
export type Network = {
  /** The same link through this proxy. */
  by: (link: string) => string;
  becomes: (state: State) => void;
  close: () => Promise<void>;
};

const WEB_SOCKET = /^GET \/socket\.io\//;

export async function openNetwork(serverPort: number): Promise<Network> {
  let state: State = 'open';
  const connections = new Set<Connection>();

  const cut = (connection: Connection) => {
    connections.delete(connection);
    connection.near.destroy();
    connection.far?.destroy();
  };

  const proxy = createServer((near) => {
    const connection: Connection = { near, far: null, isWebSocket: false, isForgotten: state === 'swallowing' };
    connections.add(connection);
    near.on('error', () => cut(connection));
    near.on('close', () => cut(connection));
    if (state === 'down') return cut(connection);
    near.on('data', (bytes) => {
      if (connection.isForgotten) return;
      if (connection.far === null) {
        connection.isWebSocket = WEB_SOCKET.test(bytes.toString('latin1'));
        if (connection.isWebSocket && state === 'without sockets') return cut(connection);
        connection.far = reachServer(serverPort, connection, cut);
      }
      connection.far.write(bytes);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;

  return {
    by(link) {
      const url = new URL(link);
      url.port = String(port);
      return url.href;
    },
    becomes(next) {
      state = next;
      for (const connection of [...connections]) {
        // A swallowed connection stays so: a router that lost its state does not recover it.
        if (next === 'swallowing') connection.isForgotten = true;
        if (next === 'down' || (next === 'without sockets' && connection.isWebSocket)) cut(connection);
      }
    },
    async close() {
      for (const connection of [...connections]) cut(connection);
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/** Changes the text of every message that Socket.IO brings from the server to the page. To be called before the page loads. */
export function rewriteMessages(page: Page, rewrite: (message: string) => string): Promise<void> {
  return page.routeWebSocket(/socket\.io/, (toPage) => {
    toPage.connectToServer().onMessage((message) => toPage.send(rewrite(String(message))));
  });
}

function reachServer(port: number, connection: Connection, cut: (connection: Connection) => void): Socket {
  const far = connect({ port, host: '127.0.0.1' });
  far.on('data', (bytes) => {
    if (!connection.isForgotten) connection.near.write(bytes);
  });
  far.on('error', () => {
    if (!connection.isForgotten) cut(connection);
  });
  far.on('end', () => {
    if (!connection.isForgotten) connection.near.end();
  });
  return far;
}
