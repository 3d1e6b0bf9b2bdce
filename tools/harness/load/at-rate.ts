import { setTimeout as wait } from 'node:timers/promises';
import { machineNow } from './clock';
import { type Connection, openConnection } from './connection';

const CONNECTIONS = 32;

/** When a request began, on the machine's clock, and how long it took to its answer, in ms. */
export type Posted = { began: number; tookMs: number };

/**
 * Posts this many requests per second, independent of the answers. A request that waits for a free connection counts
 * from when it was due. @throws at an invalid answer
 */
export async function postAtRate(port: number, perSecond: number, requests: readonly Buffer[]): Promise<Posted[]> {
  const open = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));
  try {
    const free: Connection[] = [...open];
    const overdue: ((connection: Connection) => void)[] = [];
    const answers: Promise<Posted>[] = [];
    const firstAt = machineNow();

    /** A server closes a connection over which nothing has come for a while. */
    const usable = async (idle: Connection): Promise<Connection> => {
      if (idle.isOpen()) return idle;
      const fresh = await openConnection(port);
      open.push(fresh);
      return fresh;
    };
    const postOne = async (request: Buffer): Promise<Posted> => {
      const began = machineNow();
      const idle = free.pop() ?? (await new Promise<Connection>((given) => overdue.push(given)));
      const connection = await usable(idle);
      await connection.post(request);
      const next = overdue.shift();
      if (next) next(connection);
      else free.push(connection);
      return { began, tookMs: machineNow() - began };
    };
    for (const [index, request] of requests.entries()) {
      const early = firstAt + (index * 1_000) / perSecond - machineNow();
      if (early > 0) await wait(early);
      answers.push(postOne(request));
      // Awaited only at the end, and an unhandled rejection would end the process.
      answers.at(-1)?.catch(() => {});
    }
    return await Promise.all(answers);
  } finally {
    for (const { close } of open) close();
  }
}
