import { once } from 'node:events';
import path from 'node:path';
import type { ChildServer } from '../harness/child-server';
import { openDatabase } from '../harness/stored-data';
import { checkDeliveries } from './check-deliveries';
import { checkEvening } from './evening';
import { atRate, latencies, send, serviceUntilNow, statuses } from './load';
import type { LoopDelay } from './measure-loop-delay';
import type { Scenario } from './scenario';
import { makeFolder, readiness, startOn, waitUntilDrained } from './server';

const MEASURE_LOOP_DELAY = path.join(import.meta.dirname, 'measure-loop-delay.ts');
const LOCKED_MS = 30_000;
const PER_SECOND = 50;
const MAX_LATENCY_MS = 1_300;
const MAX_LOOP_DELAY_MS = 20;

export const locked: Scenario = {
  name: 'locked',
  title: `the database locked by another process for ${LOCKED_MS / 1_000} s, at ${PER_SECOND} deliveries per second`,
  async run(findings) {
    const { expect, figure, seed } = findings;
    const { folder, token } = await makeFolder(findings);
    const server = await startOn(findings, folder, { preload: MEASURE_LOOP_DELAY });
    const postings = serviceUntilNow(seed, { orders: 300 });
    const before = postings.slice(0, 100);
    const during = postings.slice(100, 100 + (LOCKED_MS / 1_000) * PER_SECOND);
    const responses = await send(server.url, before, 4);
    await loopDelay(server);

    const lockConnection = openDatabase(folder);
    findings.onEnd(() => lockConnection.close());
    lockConnection.exec('BEGIN IMMEDIATE');
    const whileLocked = await send(server.url, atRate(during, PER_SECOND), 16);
    const { p50, p99, max } = await loopDelay(server);
    const { inboxBytes, databaseAway } = await readiness(server.url);
    lockConnection.exec('ROLLBACK');
    const drainedIn = await waitUntilDrained(server.url);
    responses.push(...whileLocked, ...(await send(server.url, postings.slice(100 + during.length), 4)));

    figure('responses while locked', `${statuses(whileLocked)}; ${latencies(whileLocked)}`);
    figure('event-loop delay while locked', `p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(max)}`);
    figure('inbox at the end of the lock', `${inboxBytes} bytes, projected in ${Math.round(drainedIn)} ms`);
    expect(during.length === (LOCKED_MS / 1_000) * PER_SECOND, `only ${during.length} deliveries were generated`);
    expect(databaseAway, 'the server did not notice that the database was locked');
    expect(
      responses.every(({ status }) => status === 200),
      `unexpected statuses: ${statuses(responses)}`,
    );
    const slow = whileLocked.filter(({ latencyMs }) => latencyMs > MAX_LATENCY_MS);
    expect(slow.length === 0, `${slow.length} responses took longer than ${MAX_LATENCY_MS} ms`);
    expect(p99 <= MAX_LOOP_DELAY_MS, `p99 of the event-loop delay was ${ms(p99)}, over ${MAX_LOOP_DELAY_MS} ms`);
    await checkEvening(findings, folder, { url: server.url, token });
    checkDeliveries(findings, folder, responses);
  },
};

/** The delays of the server's event loop since the previous call. */
async function loopDelay({ child }: ChildServer): Promise<LoopDelay> {
  child.send('delays');
  const [delays] = await once(child, 'message');
  return delays as LoopDelay;
}

function ms(value: number): string {
  return `${Math.round(value * 10) / 10} ms`;
}
