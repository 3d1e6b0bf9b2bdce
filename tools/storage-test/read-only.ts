import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkDeliveries } from './check-deliveries';
import { checkEvening } from './evening';
import { atRate, latencies, send, serviceUntilNow, statuses } from './load';
import type { Scenario } from './scenario';
import { makeFolder, readiness, startOn, waitUntilDrained } from './server';

export const readOnly: Scenario = {
  name: 'read-only',
  title: 'immutable database files and a writable inbox',
  async run(findings) {
    const { expect, figure, seed } = findings;
    const { folder, token } = await makeFolder(findings);
    const server = await startOn(findings, folder);
    const postings = serviceUntilNow(seed, { orders: 100 });
    const responses = await send(server.url, postings.slice(0, 100), 4);

    // Not heatlamp.db-shm: writing to this shared memory after the file became immutable would end the process
    // (SIGBUS). It contains no acknowledged data.
    const files = ['heatlamp.db', 'heatlamp.db-wal'].map((name) => path.join(folder, name));
    findings.onEnd(() => setImmutable(files, false));
    setImmutable(files, true);
    // Longer than a write to a database that cannot be written is retried.
    const whileReadOnly = await send(server.url, atRate(postings.slice(100, 400), 100), 4);
    const { databaseAway, inboxBytes } = await readiness(server.url);
    figure('responses while read-only', `${statuses(whileReadOnly)}; ${latencies(whileReadOnly)}`);
    figure('inbox', `${inboxBytes} bytes`);
    expect(databaseAway, 'the server did not notice that the database could not be written');
    expect(
      whileReadOnly.every(({ status }) => status === 200),
      `unexpected statuses: ${statuses(whileReadOnly)}`,
    );
    responses.push(...whileReadOnly);

    await server.kill();
    const restartedServer = await startOn(findings, folder);
    const afterRestart = await send(restartedServer.url, postings.slice(400, 500), 4);
    figure('responses after a restart while read-only', `${statuses(afterRestart)}; ${latencies(afterRestart)}`);
    setImmutable(files, false);
    figure(
      'drained after the database became writable',
      `${Math.round(await waitUntilDrained(restartedServer.url))} ms`,
    );
    responses.push(...afterRestart, ...(await send(restartedServer.url, postings.slice(500), 4)));
    expect(
      responses.every(({ status }) => status === 200),
      `unexpected statuses: ${statuses(responses)}`,
    );
    await checkEvening(findings, folder, { url: restartedServer.url, token });
    checkDeliveries(findings, folder, responses);
  },
};

function setImmutable(files: readonly string[], to: boolean): void {
  try {
    execFileSync('chattr', [to ? '+i' : '-i', ...files.filter((file) => existsSync(file))], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`chattr failed, so this test cannot run: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: Buffer; message: string };
  return stderr?.toString().trim().split('\n')[0] || message;
}
