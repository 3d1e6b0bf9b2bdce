import { setTimeout as wait } from 'node:timers/promises';
import { createRandom, pick } from '../../pos-simulator/random';
import { machineNow } from './clock';
import { type Connection, openConnection } from './connection';

/** Of all ports together. */
const CONNECTIONS = 32;
/** A server may close a connection at the moment at which it is used again: node does after five seconds. */
const MAX_IDLE_MS = 2_000;

/** When a request started (`machineNow`), how many ms after it was due, and the ms until its response. */
export type Posted = { startedAt: number; lateMs: number; latencyMs: number };

/**
 * Posts `perSecond` requests per second, independent of the responses (open loop), each to one of the ports. The latency
 * of a request includes waiting for a free connection. @throws at an invalid response
 */
export async function postAtRate(
  ports: readonly number[],
  perSecond: number,
  requests: Iterable<Buffer>,
): Promise<Posted[]> {
  const pools = ports.map((port) => createPool(port, Math.ceil(CONNECTIONS / ports.length)));
  const random = createRandom(1);
  try {
    const responses: Promise<Posted>[] = [];
    const firstAt = machineNow();
    for (const request of requests) {
      const dueAt = firstAt + (responses.length * 1_000) / perSecond;
      const delayMs = dueAt - machineNow();
      if (delayMs > 0) await wait(delayMs);
      responses.push(postOne(pick(random, pools), request, dueAt));
      // Responses are awaited at the end; an unhandled rejection would end the process before.
      responses.at(-1)?.catch(() => {});
    }
    return await Promise.all(responses);
  } finally {
    for (const { close } of pools) close();
  }
}

type Pool = { post: (request: Buffer) => Promise<void>; close: () => void };

async function postOne({ post }: Pool, request: Buffer, dueAt: number): Promise<Posted> {
  const startedAt = machineNow();
  await post(request);
  return { startedAt, lateMs: startedAt - dueAt, latencyMs: machineNow() - startedAt };
}

/** At most `most` connections to a port, each with one request at a time. */
function createPool(port: number, most: number): Pool {
  const open: Connection[] = [];
  const free: { connection: Connection; since: number }[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  let opened = 0;

  async function connect(): Promise<Connection> {
    const connection = await openConnection(port);
    open.push(connection);
    return connection;
  }

  /** The connection that was used last, or another one, while there are few. */
  async function freeConnection(): Promise<Connection> {
    const last = free.pop();
    if (last?.connection.isOpen() && machineNow() - last.since < MAX_IDLE_MS) return last.connection;
    last?.connection.close();
    if (last) return connect();
    if (opened === most) return new Promise((resolve) => waiting.push(resolve));
    opened += 1;
    return connect();
  }

  return {
    async post(request) {
      const connection = await freeConnection();
      await connection.post(request);
      const next = waiting.shift();
      if (next) next(connection);
      else free.push({ connection, since: machineNow() });
    },
    close() {
      for (const { close } of open) close();
    },
  };
}
