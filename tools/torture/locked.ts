import { once } from 'node:events';
import type { ChildServer } from '../harness/child-server';
import { openDatabase } from '../harness/stored-data';
import { PRELOAD } from './active-clock';
import { readiness, waitUntilDrained } from './oracle';
import {
  atRate,
  checkStored,
  expectStatuses,
  type Findings,
  latencies,
  makeFolder,
  send,
  serviceUntilNow,
  startOn,
  statuses,
  storageFault,
} from './storage';

const LOCKED_MS = 30_000;
const PER_SECOND = 50;
const MAX_LATENCY_MS = 1_300;
const MAX_LOOP_DELAY_MS = 20;

export const locked = storageFault(
  `the database is locked by another process for ${LOCKED_MS / 1_000} s, at ${PER_SECOND} deliveries per second`,
  lockDatabase,
);

async function lockDatabase(findings: Findings): Promise<void> {
  const { expect, figure, seed, onEnd } = findings;
  const { folder, token } = await makeFolder(findings);
  const server = await startOn(findings, folder, { preload: PRELOAD });
  const { url } = server;
  const postings = serviceUntilNow(seed, { orders: 300 });
  const during = postings.slice(100, 100 + (LOCKED_MS / 1_000) * PER_SECOND);
  const before = await send(url, postings.slice(0, 100), 4);
  // Begins to measure.
  await loopDelay(server);

  const lock = openDatabase(folder);
  onEnd(() => lock.close());
  lock.exec('BEGIN IMMEDIATE');
  const whileLocked = await send(url, atRate(during, PER_SECOND), 16);
  const { p50, p99, max } = await loopDelay(server);
  const { inboxBytes, databaseAway } = await readiness(url);
  lock.exec('ROLLBACK');
  const drainedIn = await waitUntilDrained(url);
  const afterwards = await send(url, postings.slice(100 + during.length), 4);

  figure('responses while locked', `${statuses(whileLocked)}; ${latencies(whileLocked)}`);
  figure('event-loop delay while locked, ms', `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)}`);
  figure('inbox at the end of the lock', `${inboxBytes} bytes, projected in ${Math.round(drainedIn)} ms`);
  expect(during.length === (LOCKED_MS / 1_000) * PER_SECOND, `only ${during.length} deliveries were generated`);
  expect(databaseAway, 'the server did not notice that the database was locked');
  const slow = whileLocked.filter(({ latencyMs }) => latencyMs > MAX_LATENCY_MS);
  expect(slow.length === 0, `${slow.length} responses took longer than ${MAX_LATENCY_MS} ms`);
  expect(
    p99 <= MAX_LOOP_DELAY_MS,
    `p99 of the event-loop delay was ${p99.toFixed(1)} ms, over ${MAX_LOOP_DELAY_MS} ms`,
  );
  const all = [...before, ...whileLocked, ...afterwards];
  expectStatuses(findings, all, 200);
  await checkStored(findings, { folder, url, token }, all);
}

/** Of an event loop, in ms. */
type LoopDelay = { p50: number; p99: number; max: number };

/** The delays of the server's event loop since the previous call. */
async function loopDelay({ child }: ChildServer): Promise<LoopDelay> {
  child.send('delays');
  const [delays] = await once(child, 'message');
  return delays as LoopDelay;
}
