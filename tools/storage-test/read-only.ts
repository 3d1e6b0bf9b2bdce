import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkEvening } from './evening';
import { checkJournal } from './journal';
import { latencies, send, serviceUntilNow, statuses } from './load';
import type { Scenario } from './scenario';
import { drained, makeFolder, readiness, startOn } from './server';

export const readOnly: Scenario = {
  name: 'read-only',
  title: 'the database files made immutable under the server, the spool beside them writable',
  async run(findings) {
    const { expect, figure, seed } = findings;
    const { folder, token } = await makeFolder(findings);
    const server = await startOn(findings, folder);
    const postings = serviceUntilNow(seed, { orders: 100 });
    const answered = await send(server.url, postings.slice(0, 100), 4);

    // Not heatlamp.db-shm: it is memory shared with the reader thread, and writing to it once the file is immutable ends
    // the process (SIGBUS). It holds no acknowledged data.
    const files = ['heatlamp.db', 'heatlamp.db-wal'].map((name) => path.join(folder, name));
    findings.afterwards(() => setImmutable(files, false));
    setImmutable(files, true);
    const whileReadOnly = await send(server.url, postings.slice(100, 400), 4);
    const { spooling, spoolBytes } = await readiness(server.url);
    figure('answers while read-only', `${statuses(whileReadOnly)}; ${latencies(whileReadOnly)}`);
    figure('spool', `${spoolBytes} bytes`);
    expect(spooling, 'the server did not notice that the database could not be written');
    expect(
      whileReadOnly.every(({ status }) => status === 200),
      `answers were ${statuses(whileReadOnly)}`,
    );
    answered.push(...whileReadOnly);

    await server.kill();
    const again = await startOn(findings, folder);
    const restarted = await send(again.url, postings.slice(400, 500), 4);
    figure('answers after a restart while read-only', `${statuses(restarted)}; ${latencies(restarted)}`);
    setImmutable(files, false);
    figure('drained when it could be written', `${Math.round(await drained(again.url))} ms`);
    answered.push(...restarted, ...(await send(again.url, postings.slice(500), 4)));
    expect(
      answered.every(({ status }) => status === 200),
      `answers were ${statuses(answered)}`,
    );
    await checkEvening(findings, folder, { url: again.url, token });
    checkJournal(findings, folder, answered);
  },
};

function setImmutable(files: readonly string[], to: boolean): void {
  try {
    execFileSync('chattr', [to ? '+i' : '-i', ...files.filter((file) => existsSync(file))], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`chattr does not work here, so that this cannot be tried: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: Buffer; message: string };
  return stderr?.toString().trim().split('\n')[0] || message;
}
