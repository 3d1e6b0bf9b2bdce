import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { launch } from '../harness/child-server';
import { projectRoot } from '../set-up/project-root.mjs';
import {
  checkStored,
  expectStatuses,
  type Findings,
  latencies,
  makeFolder,
  SERVER,
  send,
  serviceUntilNow,
  startOn,
  statuses,
  storageFault,
} from './storage';

const NOBODY = 65_534;
const ROOT = 0;

export const otherUser = storageFault(
  'the server runs as a user who loses the permissions for the data folder, and regains them',
  takePermissions,
);

async function takePermissions(findings: Findings): Promise<void> {
  const { expect, figure, seed } = findings;
  const user = { uid: NOBODY, gid: NOBODY };
  const program = path.join(projectRoot, SERVER.program);
  try {
    execFileSync(process.execPath, ['-e', `fs.accessSync(${JSON.stringify(program)})`], { ...user, stdio: 'pipe' });
  } catch {
    throw new Error(`user ${NOBODY} cannot read the program; check the project out elsewhere for this test`);
  }
  const { folder, token } = await makeFolder(findings, { user: NOBODY });
  const server = await startOn(findings, folder, { user: NOBODY });
  const postings = serviceUntilNow(seed, { orders: 100 });
  const before = await send(server.url, postings.slice(0, 200), 8);

  changeOwner(folder, ROOT, 0o700);
  const without = await send(server.url, postings.slice(200, 500), 8);
  figure('responses without permissions', `${statuses(without)}; ${latencies(without)}`);
  await server.kill();
  const refused = await launch({ ...SERVER, folder, user: NOBODY });
  if (refused.url !== null) {
    await refused.kill();
    throw new Error('the server started without permissions');
  }
  const output = refused.output.trim();
  figure('restart without permissions', `exit code ${refused.by}: ${output}`);
  expect(
    refused.by === 1 && output.split('\n').length === 1,
    'the server did not refuse with one line and exit code 1',
  );

  changeOwner(folder, NOBODY, 0o700);
  const { url, stop } = await startOn(findings, folder, { user: NOBODY });
  const all = [...before, ...without, ...(await send(url, postings.slice(500), 8))];
  expectStatuses(findings, all, 200);
  await checkStored(findings, { folder, url, token }, all);
  await stop();
}

/** Makes a user the owner of a folder and its contents, without permissions for others. */
function changeOwner(folder: string, user: number, mode: number): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) changeOwner(file, user, mode);
    else {
      chownSync(file, user, user);
      chmodSync(file, 0o600);
    }
  }
  chownSync(folder, user, user);
  chmodSync(folder, mode);
}
