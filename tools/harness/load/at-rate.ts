import { setTimeout as wait } from 'node:timers/promises';
import { machineNow } from './clock';
import { type Connection, openConnection } from './connection';

const CONNECTIONS = 32;

/** When a request started (`machineNow`), and the ms until its response. */
export type Posted = { startedAt: number; latencyMs: number };

/**
 * Posts `perSecond` requests per second, independent of the responses (open loop). The latency of a request includes
 * waiting for a free connection. @throws at an invalid response
 */
export async function postAtRate(port: number, perSecond: number, requests: readonly Buffer[]): Promise<Posted[]> {
  const open: Connection[] = [];
  let opened = 0;
  try {
    const free: Connection[] = [];
    const waiting: ((connection: Connection) => void)[] = [];
    const responses: Promise<Posted>[] = [];
    const firstAt = machineNow();

    const connect = async (): Promise<Connection> => {
      const connection = await openConnection(port);
      open.push(connection);
      return connection;
    };
    /** The connection that was used last, or another one, while there are few. */
    const freeConnection = async (): Promise<Connection> => {
      const idle = free.pop();
      // The server closes idle connections.
      if (idle) return idle.isOpen() ? idle : connect();
      if (opened === CONNECTIONS) return new Promise((resolve) => waiting.push(resolve));
      opened += 1;
      return connect();
    };
    const postOne = async (request: Buffer): Promise<Posted> => {
      const startedAt = machineNow();
      const connection = await freeConnection();
      await connection.post(request);
      const next = waiting.shift();
      if (next) next(connection);
      else free.push(connection);
      return { startedAt, latencyMs: machineNow() - startedAt };
    };
    for (const [index, request] of requests.entries()) {
      const delayMs = firstAt + (index * 1_000) / perSecond - machineNow();
      if (delayMs > 0) await wait(delayMs);
      responses.push(postOne(request));
      // Responses are awaited at the end; an unhandled rejection would end the process before.
      responses.at(-1)?.catch(() => {});
    }
    return await Promise.all(responses);
  } finally {
    for (const { close } of open) close();
  }
}
