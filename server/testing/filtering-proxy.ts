import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const NOTIFICATION = 'A'.charCodeAt(0);
/** The type of a message of PostgreSQL, and its length without the type. */
const HEAD_BYTES = 5;

type FilteringProxy = {
  port: number;
  /** Reads nothing more from PostgreSQL, as if its client hung. Call the result to continue. */
  stall: () => () => void;
  close: () => Promise<void>;
};

/** A proxy before a PostgreSQL on `target` that forwards everything but notifications. */
export async function openFilteringProxy(target: number): Promise<FilteringProxy> {
  const sources = new Set<Socket>();
  const server = createServer((client) => {
    const postgresql = connect(target, '127.0.0.1');
    sources.add(postgresql);
    postgresql.on('close', () => sources.delete(postgresql));
    let rest = Buffer.alloc(0);
    client.on('data', (bytes) => postgresql.write(bytes));
    postgresql.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= HEAD_BYTES && rest.length > rest.readUInt32BE(1)) {
        const end = 1 + rest.readUInt32BE(1);
        if (rest[0] !== NOTIFICATION) client.write(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
    });
    for (const [one, other] of [
      [client, postgresql],
      [postgresql, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      const stalled = [...sources];
      for (const source of stalled) source.pause();
      return () => {
        for (const source of stalled) source.resume();
      };
    },
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
