import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { KEY, SUBSCRIPTION } from '../../measure/pos-key';
import { startCommand } from '../../measure/start-script';
import { environment, ROOT, startServer } from './server-process';
import { storedDeliveries } from './stored-deliveries';
import type { Running } from './target';
import { throwAwayFolder } from './throw-away-folder';

/** What `npm start` runs: the bundle, with Next inside. */
const { words: SERVER } = startCommand();
const COMMAND_WITHIN_MS = 60_000;

/** Starts the built server, set up by its own command line, on a folder of its own. */
export async function startHeatlamp(): Promise<Running> {
  const { folder, remove } = throwAwayFolder();
  await command(folder, ['subscription', 'add', '--id', SUBSCRIPTION, '--secret', KEY.secret]);
  const screen = ['screen', 'add', '--name', 'Wall', '--branch', '1', '--view', 'kitchen'];
  const { token } = (await command(folder, screen)) as { token: string };
  const { port, pid, stop } = await startServer(SERVER, folder);
  return {
    target: 'heatlamp',
    url: `http://127.0.0.1:${port}`,
    port,
    pid,
    token,
    stored: () => storedDeliveries(path.join(folder, 'heatlamp.db')),
    async stop() {
      await stop();
      remove();
    },
  };
}

async function command(folder: string, words: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['build/heatlamp.mjs', ...words, '--json'], {
    cwd: ROOT,
    env: environment(folder),
    timeout: COMMAND_WITHIN_MS,
  });
  return JSON.parse(stdout);
}
