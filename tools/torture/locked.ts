import { once } from 'node:events';
import type { ChildServer } from '../harness/child-server';
import { openDatabase } from '../harness/stored-data';
import { readiness } from '../harness/wait';
import { PRELOAD } from './active-clock';
import { storageFault } from './storage';

const SECONDS = 30;
const PER_SECOND = 50;
const MAX_LATENCY_MS = 1_300;
const MAX_LOOP_DELAY_MS = 20;

export const locked = storageFault(
  `the database is locked by another process for ${SECONDS} s, at ${PER_SECOND} deliveries per second`,
  { orders: 300 },
  async ({ folder, start, send, finish, expect, onEnd }) => {
    const server = await start({ preload: PRELOAD });
    await send(server.url, 100);
    // Begins to measure.
    await loopDelay(server);
    const lock = openDatabase(folder);
    onEnd(() => lock.close());
    lock.exec('BEGIN IMMEDIATE');
    const whileLocked = await send(server.url, SECONDS * PER_SECOND, { perSecond: PER_SECOND });
    const delayMs = await loopDelay(server);
    const { databaseAway } = await readiness(server.url);
    lock.exec('ROLLBACK');
    expect(databaseAway, 'the server did not notice that the database was locked');
    const slow = whileLocked.filter(({ latencyMs }) => latencyMs > MAX_LATENCY_MS);
    expect(slow.length === 0, `${slow.length} responses took longer than ${MAX_LATENCY_MS} ms`);
    expect(delayMs <= MAX_LOOP_DELAY_MS, `the event loop was delayed by ${delayMs} ms, over ${MAX_LOOP_DELAY_MS} ms`);
    await finish(server.url);
  },
);

/** The 99th percentile of the delays of the server's event loop since the previous call, in ms. */
async function loopDelay({ child }: ChildServer): Promise<number> {
  child.send('delay');
  const [delayMs] = await once(child, 'message');
  return delayMs as number;
}
