import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkDeliveries } from './check-deliveries';
import { checkEvening } from './evening';
import { latencies, send, serviceUntilNow, statuses } from './load';
import type { Scenario } from './scenario';
import { makeFolder, startOn, startRefused } from './server';

const NOBODY = 65_534;
const ROOT = 0;
const PROGRAM = path.join(import.meta.dirname, '..', '..', 'server', 'main.ts');

export const otherUser: Scenario = {
  name: 'user',
  title: 'the server as a user who loses the permissions for the data folder, and regains them',
  async run(findings) {
    const { expect, figure, seed } = findings;
    try {
      execFileSync(process.execPath, ['-e', `fs.accessSync(${JSON.stringify(PROGRAM)})`], {
        uid: NOBODY,
        gid: NOBODY,
        stdio: 'pipe',
      });
    } catch {
      throw new Error(`user ${NOBODY} cannot read the program; check the project out elsewhere for this test`);
    }
    const { folder, token } = await makeFolder(findings, { user: NOBODY });
    const server = await startOn(findings, folder, { user: NOBODY });
    const postings = serviceUntilNow(seed, { orders: 100 });
    const responses = await send(server.url, postings.slice(0, 200), 8);

    changeOwner(folder, ROOT, 0o700);
    const withoutPermissions = await send(server.url, postings.slice(200, 500), 8);
    figure('responses without permissions', `${statuses(withoutPermissions)}; ${latencies(withoutPermissions)}`);
    responses.push(...withoutPermissions);
    await server.kill();
    const refusal = await startRefused(folder, NOBODY);
    figure('restart without permissions', `exit code ${refusal.code}: ${refusal.output}`);
    expect(
      refusal.code === 1 && refusal.output.split('\n').length === 1,
      'the server did not refuse with one line and exit code 1',
    );

    changeOwner(folder, NOBODY, 0o700);
    const restarted = await startOn(findings, folder, { user: NOBODY });
    responses.push(...(await send(restarted.url, postings.slice(500), 8)));
    expect(
      responses.every(({ status }) => status === 200),
      `unexpected statuses: ${statuses(responses)}`,
    );
    await checkEvening(findings, folder, { url: restarted.url, token });
    await restarted.stop();
    checkDeliveries(findings, folder, responses);
  },
};

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
