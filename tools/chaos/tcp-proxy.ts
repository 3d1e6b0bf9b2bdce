import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on a port of its own. A new connection goes to the next target that accepts it. */
export type TcpProxy = {
  port: number;
  /** Breaks all connections, or those to one target. */
  cut: (target?: number) => void;
  /** Keeps all connections open and forwards nothing, also of new ones, until `cut`: a link that is half open. */
  freeze: () => void;
  /** Forwards everything so much later. */
  delay: (ms: number) => void;
  close: () => Promise<void>;
};

/** `targetsOf` returns the ports to try, in order. */
export async function openTcpProxy(targetsOf: () => readonly number[]): Promise<TcpProxy> {
  /** The target of each connection, by both of its sockets; 0 until it has one. */
  const targets = new Map<Socket, number>();
  let isFrozen = false;
  let delayMs = 0;

  function keep(socket: Socket): Socket {
    targets.set(socket, 0);
    return socket.on('error', () => {}).on('close', () => targets.delete(socket));
  }

  async function connectTo(ports: readonly number[]): Promise<{ target: Socket; port: number } | null> {
    for (const port of ports) {
      const target = keep(connect(port, '127.0.0.1'));
      const isConnected = await once(target, 'connect').then(
        () => true,
        () => false,
      );
      if (isConnected) return { target, port };
    }
    return null;
  }

  function forward(from: Socket, to: Socket): void {
    const waiting: { at: number; bytes: Buffer }[] = [];
    const send = () => {
      while (waiting[0] && waiting[0].at <= performance.now()) to.write(waiting.shift()?.bytes ?? '');
      if (waiting[0]) setTimeout(send, Math.max(0, waiting[0].at - performance.now()));
    };
    from.on('data', (bytes) => {
      if (isFrozen) return;
      if (delayMs === 0 && waiting.length === 0) return void to.write(bytes);
      waiting.push({ at: performance.now() + delayMs, bytes });
      if (waiting.length === 1) setTimeout(send, delayMs);
    });
    from.on('close', () => to.destroy());
  }

  const server = createServer({ pauseOnConnect: true, allowHalfOpen: false }, async (client) => {
    keep(client);
    const connected = await connectTo(targetsOf());
    if (connected === null || client.destroyed) {
      connected?.target.destroy();
      return void client.destroy();
    }
    const { target, port } = connected;
    for (const socket of [client, target]) targets.set(socket, port);
    forward(client, target);
    forward(target, client);
    client.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (port?: number) => {
    if (port === undefined) isFrozen = false;
    for (const [socket, target] of targets) if (port === undefined || target === port) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    freeze() {
      isFrozen = true;
    },
    delay(ms) {
      delayMs = ms;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
