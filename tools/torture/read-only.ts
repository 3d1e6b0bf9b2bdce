import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
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

export const readOnly = storageFault('the database files are immutable, and the inbox is not', forbidWrites);

async function forbidWrites(findings: Findings): Promise<void> {
  const { expect, figure, seed, onEnd } = findings;
  const { folder, token } = await makeFolder(findings);
  const server = await startOn(findings, folder);
  const postings = serviceUntilNow(seed, { orders: 100 });
  const before = await send(server.url, postings.slice(0, 100), 4);

  // Not heatlamp.db-shm: writing to this shared memory after the file became immutable would end the process
  // (SIGBUS). It contains no acknowledged data.
  const files = ['heatlamp.db', 'heatlamp.db-wal'].map((name) => path.join(folder, name));
  onEnd(() => setImmutable(files, false));
  setImmutable(files, true);
  // Longer than a write to a database that cannot be written is retried.
  const whileReadOnly = await send(server.url, atRate(postings.slice(100, 400), 100), 4);
  const { databaseAway, inboxBytes } = await readiness(server.url);
  figure('responses while read-only', `${statuses(whileReadOnly)}; ${latencies(whileReadOnly)}`);
  figure('inbox', `${inboxBytes} bytes`);
  expect(databaseAway, 'the server did not notice that the database could not be written');

  await server.kill();
  const { url } = await startOn(findings, folder);
  const afterRestart = await send(url, postings.slice(400, 500), 4);
  figure('responses after a restart while read-only', `${statuses(afterRestart)}; ${latencies(afterRestart)}`);
  setImmutable(files, false);
  figure('drained after the database became writable, ms', Math.round(await waitUntilDrained(url)));
  const all = [...before, ...whileReadOnly, ...afterRestart, ...(await send(url, postings.slice(500), 4))];
  expectStatuses(findings, all, 200);
  await checkStored(findings, { folder, url, token }, all);
}

function setImmutable(files: readonly string[], to: boolean): void {
  execFileSync('chattr', [to ? '+i' : '-i', ...files.filter((file) => existsSync(file))], { stdio: 'pipe' });
}
