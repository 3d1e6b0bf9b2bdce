import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { launch } from '../harness/child-server';
import { projectRoot } from '../set-up/project-root.mjs';
import { SERVER, storageFault } from './storage';

const NOBODY = 65_534;
const ROOT = 0;

export const otherUser = storageFault(
  'the server runs as a user who loses the permissions for the data folder, and regains them',
  { orders: 100, user: NOBODY },
  async ({ folder, start, send, finish, expect }) => {
    const program = path.join(projectRoot, SERVER.program);
    try {
      const read = ['-e', `fs.accessSync(${JSON.stringify(program)})`];
      execFileSync(process.execPath, read, { uid: NOBODY, gid: NOBODY, stdio: 'pipe' });
    } catch {
      throw new Error(`user ${NOBODY} cannot read the program; check the project out elsewhere for this test`);
    }
    const server = await start();
    await send(server.url, 200);
    changeOwner(folder, ROOT);
    await send(server.url, 300);
    await server.kill();
    const refused = await launch({ ...SERVER, folder, user: NOBODY });
    if (refused.url !== null) {
      await refused.kill();
      throw new Error('the server started without permissions');
    }
    const isOneLine = refused.output.trim().split('\n').length === 1;
    expect(refused.by === 1 && isOneLine, `the server did not refuse with one line and exit code 1: ${refused.output}`);
    changeOwner(folder, NOBODY);
    const { url, stop } = await start();
    await finish(url);
    await stop();
  },
);

/** Makes a user the owner of a folder and its contents, without permissions for others. */
function changeOwner(folder: string, user: number): void {
  execFileSync('chown', ['-R', `${user}:${user}`, folder]);
  execFileSync('chmod', ['-R', 'u=rwX,go=', folder]);
}
