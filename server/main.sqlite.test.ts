import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { Board } from '../contract/live';
import { freePort } from '../tools/harness/postgresql';
import { projectRoot } from './project-root';
import { migrate, readApplied } from './storage/migrate';
import { startServer } from './testing/running-server';

let folder: string;
let port: number;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-main-'));
  port = await freePort();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command of the command line on the data folder. */
function startCommand(...command: string[]): { child: ChildProcess; ended: Promise<unknown[]> } {
  return startCommandOf(path.join(inject('builtServer'), 'heatlamp.mjs'), ...command);
}

function startCommandOf(program: string, ...command: string[]): { child: ChildProcess; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, [program, ...command], {
    ...{ cwd: folder, env: { ...process.env, DATA_DIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  return { child, ended: once(child, 'exit') };
}

function startProcess(variables: Record<string, string> = {}): { child: ChildProcess; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, [path.join(inject('builtServer'), 'main.mjs')], {
    env: { ...process.env, DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, ended: once(child, 'exit') };
}

it('continues when the reader of its output has closed the pipe', async () => {
  const { child, ended } = startProcess();
  child.stdout?.destroy();
  child.stderr?.destroy();
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

it('ends at SIGTERM while it starts, which process 1 of a container does only with a handler', async () => {
  const silentDatabase = createServer().listen(0, '127.0.0.1');
  await once(silentDatabase, 'listening');
  const { port: itsPort } = silentDatabase.address() as AddressInfo;
  const { child, ended } = startProcess({ DATABASE_URL: `postgresql://heatlamp@127.0.0.1:${itsPort}/heatlamp` });
  await once(silentDatabase, 'connection');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  silentDatabase.close();
});

it('reads .env in its working folder, and names what it does not know', async () => {
  const others = { ...process.env, HOST: '127.0.0.1' };
  writeFileSync(path.join(folder, '.env'), `PORT=${port}\nHOST=nowhere\nDATA_DIR=./data\nDATADIR=./elsewhere\n`);
  const options = { cwd: folder, env: others, stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[] };
  const program = path.join(inject('builtServer'), 'main.mjs');
  const child = spawn(process.execPath, [program, '--no-pages'], options);
  const printedBy = (run: ChildProcess) => text(run.stdout as Readable);
  const printed = printedBy(child);
  const status = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.status,
      () => null,
    );
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  const doctor = spawn(process.execPath, [path.join(inject('builtServer'), 'heatlamp.mjs'), 'doctor'], options);
  const doctorEnded = once(doctor, 'exit');
  expect(await printedBy(doctor)).toContain('DATADIR is not a variable of Heatlamp');
  expect(await doctorEnded).toEqual([1, null]);
  child.kill('SIGTERM');
  expect(await printed).toContain('DATADIR is not a variable of Heatlamp, and has no effect: is DATA_DIR meant?');
});

it.each([['doctor'], ['subscription', 'list']])(
  'the command %s refuses a folder without data, and leaves it empty',
  async (...command) => {
    const { child, ended } = startCommand(...command);
    expect(await text(child.stderr as Readable)).toContain(
      `there is no data in ${folder}: start Heatlamp first, or set DATA_DIR`,
    );
    expect(await ended).toEqual([1, null]);
    expect(readdirSync(folder)).toEqual([]);
  },
);

it('a command refuses the database of an older version, which can still open it then', async () => {
  await (await startServer(folder)).close();
  const database = path.join(folder, 'heatlamp.db');
  const before = readApplied(database);
  // The program looks for its migrations beside the nearest package.json.
  const newer = path.join(folder, 'newer');
  cpSync(inject('builtServer'), path.join(newer, 'build'), { recursive: true });
  for (const name of ['package.json', 'prisma/migrations'])
    cpSync(path.join(projectRoot(), name), path.join(newer, name), { recursive: true });
  symlinkSync(path.join(projectRoot(), 'node_modules'), path.join(newer, 'node_modules'));
  const migrations = path.join(newer, 'prisma', 'migrations', 'sqlite');
  mkdirSync(path.join(migrations, '9999_next'));
  writeFileSync(path.join(migrations, '9999_next', 'migration.sql'), 'CREATE TABLE "Next" ("id" INTEGER);');
  const program = path.join(newer, 'build', 'heatlamp.mjs');
  const refused = startCommandOf(program, 'backup', path.join(folder, 'before-update.db'));
  expect(await text(refused.child.stderr as Readable)).toMatch(
    /was last used by an older Heatlamp.* or start this one first/,
  );
  expect(await refused.ended).toEqual([1, null]);
  expect(readApplied(database)).toEqual(before);

  await migrate(database, migrations);
  expect(await startCommandOf(program, 'backup', path.join(folder, 'after-update.db')).ended).toEqual([0, null]);
});

it('a command that reads the history answers without a server', async () => {
  await (await startServer(folder)).close();
  const { child, ended } = startCommand('audit', 'list');
  expect(await text(child.stdout as Readable)).not.toBe('');
  expect(await ended).toEqual([0, null]);
});

it('a command says that it waits for a server that hangs, and gets its answer, unless it is interrupted', async () => {
  const { child, ended } = startProcess();
  await expect.poll(() => existsSync(path.join(folder, 'control.sock'))).toBe(true);
  child.kill('SIGSTOP');
  const file = path.join(folder, 'evening.db');
  const [list, backup] = [startCommand('screen', 'list'), startCommand('backup', file)];
  for (const { child } of [list, backup])
    expect(String(await once(child.stderr as Readable, 'data'))).toContain('Still waiting for the server after ten');
  backup.child.kill('SIGINT');
  expect(await text(backup.child.stderr as Readable)).toContain('A server that has begun this goes on with it');
  expect(await backup.ended).toEqual([130, null]);
  child.kill('SIGCONT');
  expect(await list.ended).toEqual([0, null]);
  await expect.poll(() => existsSync(file)).toBe(true);
  child.kill('SIGTERM');
  // Nothing writes into the folder any more when it is removed.
  expect(await ended).toEqual([0, null]);
});

it('a standard Socket.IO client reconnects by itself after SIGTERM and a new start', async () => {
  const own = await startServer(folder);
  const { token } = await own.command<{ token: string }>('screen add', { name: 'program', branches: [1], view: 'api' });
  await own.close();

  const boards: Board[] = [];
  const client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], auth: { token }, forceNew: true });
  client.on('board:snapshot', (board: Board) => boards.push(board));
  const first = startProcess();
  await expect.poll(() => boards.length, { timeout: 60_000 }).toBe(1);
  const reason = new Promise((resolve) => client.once('disconnect', resolve));
  first.child.kill('SIGTERM');
  expect(await first.ended).toEqual([0, null]);
  expect(await reason).toBe('transport close');

  const second = startProcess();
  await expect.poll(() => boards.length, { timeout: 60_000 }).toBe(2);
  expect(boards[1]?.epoch).toBe(boards[0]?.epoch);
  client.disconnect();
  second.child.kill('SIGTERM');
  expect(await second.ended).toEqual([0, null]);
});
