import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on a port of its own. A new connection goes to the next target that accepts it. */
export type TcpProxy = {
  port: number;
  /** Breaks all connections. */
  cut: () => void;
  /** Keeps all connections open and forwards nothing, also of new ones, until `cut`: a link that is half open. */
  freeze: () => void;
  close: () => Promise<void>;
};

/** `targetsOf` returns the ports to try, in order. */
export async function openTcpProxy(targetsOf: () => readonly number[]): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  }

  async function connectTo(ports: readonly number[]): Promise<Socket | null> {
    for (const port of ports) {
      const target = keep(connect(port, '127.0.0.1'));
      const isConnected = await once(target, 'connect').then(
        () => true,
        () => false,
      );
      if (isConnected) return target;
    }
    return null;
  }

  const server = createServer({ pauseOnConnect: true, allowHalfOpen: false }, async (client) => {
    keep(client);
    const target = await connectTo(targetsOf());
    if (target === null) return client.destroy();
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    client.on('data', (bytes) => isFrozen || target.write(bytes));
    target.on('data', (bytes) => isFrozen || client.write(bytes));
    client.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isFrozen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    freeze() {
      isFrozen = true;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
