import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkEvening } from './evening';
import { checkJournal } from './journal';
import { latencies, send, serviceUntilNow, statuses } from './load';
import type { Scenario } from './scenario';
import { makeFolder, startInVain, startOn } from './server';

const NOBODY = 65_534;
const ROOT = 0;
const PROGRAM = path.join(import.meta.dirname, '..', '..', 'server', 'main.ts');

export const otherUser: Scenario = {
  name: 'user',
  title: 'the server as a user whose rights to its folder are taken away under load, and given back',
  async run(findings) {
    const { expect, figure, seed } = findings;
    try {
      execFileSync(process.execPath, ['-e', `fs.accessSync(${JSON.stringify(PROGRAM)})`], {
        uid: NOBODY,
        gid: NOBODY,
        stdio: 'pipe',
      });
    } catch {
      throw new Error(`user ${NOBODY} may not read the program, so that this cannot be tried: check it out elsewhere`);
    }
    const { folder, token } = await makeFolder(findings, { user: NOBODY });
    const server = await startOn(findings, folder, { user: NOBODY });
    const postings = serviceUntilNow(seed, { orders: 100 });
    const answered = await send(server.url, postings.slice(0, 200), 8);

    give(folder, ROOT, 0o700);
    const without = await send(server.url, postings.slice(200, 500), 8);
    figure('answers without rights', `${statuses(without)}; ${latencies(without)}`);
    answered.push(...without);
    await server.kill();
    const refusal = await startInVain(folder, NOBODY);
    figure('a restart without rights', `exit code ${refusal.code}: ${refusal.output}`);
    expect(refusal.code === 1 && refusal.output.split('\n').length === 1, 'it did not refuse in one line');

    give(folder, NOBODY, 0o700);
    const again = await startOn(findings, folder, { user: NOBODY });
    answered.push(...(await send(again.url, postings.slice(500), 8)));
    expect(
      answered.every(({ status }) => status === 200),
      `answers were ${statuses(answered)}`,
    );
    await checkEvening(findings, folder, { url: again.url, token });
    await again.stop();
    checkJournal(findings, folder, answered);
  },
};

/** Makes a user the owner of a folder and its contents, without rights for others. */
function give(folder: string, user: number, mode: number): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) give(file, user, mode);
    else {
      chownSync(file, user, user);
      chmodSync(file, 0o600);
    }
  }
  chownSync(folder, user, user);
  chmodSync(folder, mode);
}
