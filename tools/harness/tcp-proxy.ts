import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A TCP proxy on a port of its own, for the torture of several nodes and their tests. A
 * new connection goes to the first port of `targetsOf` that accepts it.
 */
export type TcpProxy = {
  port: number;
  /** Breaks all connections and ends a freeze; with a port, breaks only the connections to it. */
  cut: (port?: number) => void;
  /** Until `cut()`, accepts new connections and discards all bytes that arrive, as a half-open link does. */
  freeze: () => void;
  /** Delays all bytes by this long, in each direction. */
  delay: (ms: number) => void;
  close: () => Promise<void>;
};

/** `targetsOf` returns the ports to try, in order. */
export async function openTcpProxy(targetsOf: () => readonly number[]): Promise<TcpProxy> {
  /** The port that each connection goes to, by both of its sockets; 0 until it is connected. */
  const portOf = new Map<Socket, number>();
  let isFrozen = false;
  let delayMs = 0;

  function keep(socket: Socket): Socket {
    portOf.set(socket, 0);
    return socket.on('error', () => {}).on('close', () => portOf.delete(socket));
  }

  async function connectTo(ports: readonly number[]): Promise<{ upstream: Socket; port: number } | null> {
    for (const port of ports) {
      const upstream = keep(connect(port, '127.0.0.1'));
      const isConnected = await once(upstream, 'connect').then(
        () => true,
        () => false,
      );
      if (isConnected) return { upstream, port };
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
      connected?.upstream.destroy();
      return void client.destroy();
    }
    const { upstream, port } = connected;
    for (const socket of [client, upstream]) portOf.set(socket, port);
    forward(client, upstream);
    forward(upstream, client);
    client.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (port?: number) => {
    if (port === undefined) isFrozen = false;
    for (const [socket, connected] of portOf) if (port === undefined || connected === port) socket.destroy();
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
