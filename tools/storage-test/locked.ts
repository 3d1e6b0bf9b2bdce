import { once } from 'node:events';
import type { ChildServer } from '../harness/child-server';
import { checkEvening } from './evening';
import { checkJournal, openDatabase } from './journal';
import { atRate, latencies, send, serviceUntilNow, statuses } from './load';
import type { LoopDelay } from './measured-server';
import type { Scenario } from './scenario';
import { drained, makeFolder, readiness, startOn } from './server';

const LOCKED_MS = 30_000;
const PER_SECOND = 50;
const MOST_LATENCY_MS = 1_300;
const MOST_LOOP_DELAY_MS = 20;

export const locked: Scenario = {
  name: 'locked',
  title: `the database locked by another process for ${LOCKED_MS / 1_000} s, at ${PER_SECOND} deliveries a second`,
  async run(findings) {
    const { expect, figure, seed } = findings;
    const { folder, token } = await makeFolder(findings);
    const server = await startOn(findings, folder, { program: 'tools/storage-test/measured-server.ts' });
    const postings = serviceUntilNow(seed, { orders: 300 });
    const before = postings.slice(0, 100);
    const during = postings.slice(100, 100 + (LOCKED_MS / 1_000) * PER_SECOND);
    const answered = await send(server.url, before, 4);
    await loopDelay(server);

    const holder = openDatabase(folder);
    findings.afterwards(() => holder.close());
    holder.exec('BEGIN IMMEDIATE');
    const whileLocked = await send(server.url, atRate(during, PER_SECOND), 16);
    const { p50, p99, max } = await loopDelay(server);
    const { spoolBytes, spooling } = await readiness(server.url);
    holder.exec('ROLLBACK');
    const drainedIn = await drained(server.url);
    answered.push(...whileLocked, ...(await send(server.url, postings.slice(100 + during.length), 4)));

    figure('answers while locked', `${statuses(whileLocked)}; ${latencies(whileLocked)}`);
    figure('event-loop delay while locked', `p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(max)}`);
    figure('spool when the lock went', `${spoolBytes} bytes, drained in ${Math.round(drainedIn)} ms`);
    expect(during.length === (LOCKED_MS / 1_000) * PER_SECOND, `there were only ${during.length} deliveries to send`);
    expect(spooling, 'the server did not notice that the database was locked');
    expect(
      answered.every(({ status }) => status === 200),
      `answers were ${statuses(answered)}`,
    );
    const slow = whileLocked.filter(({ latencyMs }) => latencyMs > MOST_LATENCY_MS);
    expect(slow.length === 0, `${slow.length} answers took longer than ${MOST_LATENCY_MS} ms`);
    expect(p99 <= MOST_LOOP_DELAY_MS, `the event loop's p99 was ${ms(p99)}, over ${MOST_LOOP_DELAY_MS} ms`);
    await checkEvening(findings, folder, { url: server.url, token });
    checkJournal(findings, folder, answered);
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
