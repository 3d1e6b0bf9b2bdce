import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireLock, LockedElsewhere } from './lock';

let folder: string;
let file: string;
let holder: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-lock-'));
  file = path.join(folder, 'heatlamp.lock');
});
afterEach(() => {
  holder?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Another process that holds the lock until it ends. Its garbage was collected once since it took the lock. */
async function startHolder(): Promise<ChildProcess> {
  const program = `import { acquireLock } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
    acquireLock(process.argv[1]);
    setInterval(() => { gc(); process.send('held'); }, 100);`;
  const options = ['--expose-gc', '--import', 'tsx', '--input-type=module', '-e', program, file];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
}

it('refuses a second process, and is free after a kill -9 of the first', async () => {
  holder = await startHolder();
  expect(() => acquireLock(file)).toThrow(LockedElsewhere);
  const gone = once(holder, 'exit');
  holder.kill('SIGKILL');
  await gone;
  acquireLock(file)();
});

it('refuses a second holder in the same process until the first releases it', () => {
  const release = acquireLock(file);
  expect(() => acquireLock(file)).toThrow(LockedElsewhere);
  release();
  acquireLock(file)();
});

it('explains why a file cannot be a lock', () => {
  const open = () => acquireLock(path.join(folder, 'missing', 'heatlamp.lock'));
  expect(open).toThrow(/directory/);
  expect(open).not.toThrow(LockedElsewhere);
});
