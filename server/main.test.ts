import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../tools/measure/free-port';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-main-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('goes on when whoever read its words is gone', async () => {
  const port = await freePort();
  const surroundings = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port) };
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', '--no-pages'], {
    env: { ...process.env, ...surroundings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  child.stdout.destroy();
  child.stderr.destroy();
  const status = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      (answer) => answer.status,
      () => null,
    );
  await expect.poll(() => (child.exitCode === null ? status('/healthz') : 'ended')).toBe(200);
  // A line of the log.
  expect(await status('/webhooks/kitchenStartCourse')).toBe(405);
  expect(await status('/healthz')).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
