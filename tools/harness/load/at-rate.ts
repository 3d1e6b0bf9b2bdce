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
  const open = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));
  try {
    const free: Connection[] = [...open];
    const waiting: ((connection: Connection) => void)[] = [];
    const responses: Promise<Posted>[] = [];
    const firstAt = machineNow();

    /** Replaces a connection that the server has closed as idle. */
    const usable = async (idle: Connection): Promise<Connection> => {
      if (idle.isOpen()) return idle;
      const replacement = await openConnection(port);
      open.push(replacement);
      return replacement;
    };
    const postOne = async (request: Buffer): Promise<Posted> => {
      const startedAt = machineNow();
      const idle = free.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)));
      const connection = await usable(idle);
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
