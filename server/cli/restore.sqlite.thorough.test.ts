import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { AuditEntry } from '../../contract/audit';
import type { Board } from '../../contract/live';
import type { Copied } from '../backup/backup-file';
import { CannotStart } from '../cannot-start';
import { openInbox } from '../intake/inbox';
import { projectRoot } from '../project-root';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { DEFAULT_CONTEXT, deliveryOf } from '../testing/kitchen';
import { addManager, PASSWORD, postAuth, signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';
import { postSteadily } from '../testing/steady-post';
import { translate } from '../webhooks/translate';
import { giveToOwner, restore } from './restore';

const [BEFORE, AFTER] = ['0b9b6c57-9d0c-4c4c-8a3c-0e6cf3b0a001', '0b9b6c57-9d0c-4c4c-8a3c-0e6cf3b0a002'] as const;

let server: RunningServer;
let program: string;
let folder: string;
let file: string;
let backedUpAt: number;
beforeEach(async () => {
  server = await startServer();
  program = await addProgram(server);
  folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-stopped-'));
  file = path.join(folder, 'evening.db');
  await start(BEFORE);
  await server.command('backup', { file });
  backedUpAt = Date.now();
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = (order: string) => server.post('kitchenStartCourse', eventBody({ at: Date.now() - 5_000, order }));
const board = async () => (await (await server.get('/api/v1/board', program)).json()) as Board;
const content = ({ tickets, tables }: Board) => ({ tickets, tables });

/** Restores into a folder, and starts a server there that replaces the one of this test. */
async function restoreAt(dataDir: string, from = file) {
  const { config } = server.core;
  const at = { ...config, dataDir, databaseFile: path.join(dataDir, 'heatlamp.db') };
  const places = { lockFile: path.join(dataDir, 'heatlamp.lock'), inboxFile: path.join(dataDir, 'intake.db') };
  const quiet = { info: () => {}, warn: () => {} };
  const deps = { config: { ...at, ...places }, now: Date.now, newEpoch: () => crypto.randomUUID(), log: quiet };
  return restore(deps, from, () => {});
}

it('on another machine restores the same board, history and settings, with another epoch', async () => {
  const before = await board();
  const courses = await (await server.get('/api/v1/history/courses', program)).json();
  await server.stop();
  const elsewhere = path.join(folder, 'elsewhere');
  expect(await restoreAt(elsewhere)).toEqual({
    ...{ file, deliveries: 1, bytes: expect.any(Number) },
    ...{ kept: null, onlyInKept: null },
  });
  server = await startServer(elsewhere);
  const after = await board();
  expect(content(after)).toEqual(content(before));
  expect(await (await server.get('/api/v1/history/courses', program)).json()).toEqual(courses);
  expect(after.epoch).not.toBe(before.epoch);
});

it('restores a backup taken under load to the board of exactly its deliveries', async () => {
  const pos = postSteadily(server);
  await pos.more(60);
  const before = pos.posted.map(({ order }) => order);
  const busy = path.join(folder, 'busy.db');
  const { deliveries } = await server.command<Copied>('backup', { file: busy });
  await pos.end();
  await server.stop();
  const elsewhere = path.join(folder, 'elsewhere');
  await restoreAt(elsewhere, busy);
  server = await startServer(elsewhere);
  const shown = (await board()).tickets.map(({ orderId }) => orderId);
  expect(shown.length).toBe(deliveries);
  expect(before.filter((order) => !shown.includes(order))).toEqual([]);
});

it('[F21] keeps the replaced database, reports what only that one has, and shows the gap since the backup', async () => {
  await start(AFTER);
  const { dataDir } = server;
  await server.close();
  expect(await restoreAt(dataDir)).toMatchObject({ onlyInKept: 1, kept: expect.stringContaining('heatlamp-until-') });
  server = await startServer(dataDir);
  const [entry] = await server.command<AuditEntry[]>('audit list', { limit: 1 });
  expect(entry).toMatchObject({ action: 'restore', via: 'command-line', subject: file });
  const { tickets, gaps } = await board();
  expect(tickets.map(({ orderId }) => orderId)).toEqual([BEFORE]);
  expect(gaps).toMatchObject([{ cause: 'restored' }]);
  expect(Date.parse(gaps[0]?.from ?? '')).toBeLessThanOrEqual(backedUpAt);
  expect(Date.parse(gaps[0]?.to ?? '')).toBeGreaterThanOrEqual(backedUpAt);
});

it('works if no server can start: damaged files are set aside, and the inbox is projected into the backup', async () => {
  const { dataDir } = server;
  await server.close();
  const database = path.join(dataDir, 'heatlamp.db');
  writeFileSync(database, Buffer.alloc(100_000, 0x5a));
  const receivedAt = Date.now();
  const delivery = deliveryOf('kitchenStartCourse', eventBody({ at: receivedAt - 2_000, order: AFTER }), receivedAt);
  const inbox = openInbox(path.join(dataDir, 'intake.db'), translate);
  inbox.append([{ delivery, context: { ...DEFAULT_CONTEXT, pathEvent: 'kitchenStartCourse' } }]);
  inbox.close();
  await expect(startServer(dataDir)).rejects.toThrow(CannotStart);

  expect(await restoreAt(dataDir)).toMatchObject({ deliveries: 1, onlyInKept: null });
  server = await startServer(dataDir);
  const { tickets, gaps } = await board();
  expect(tickets.map(({ orderId }) => orderId).sort()).toEqual([BEFORE, AFTER]);
  // F21b: although the inbox had later events.
  expect(gaps).toMatchObject([{ cause: 'restored' }]);
  expect(Date.parse(gaps[0]?.from ?? '')).toBeLessThanOrEqual(backedUpAt);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restore-'))).toEqual([]);
});

it('is refused while a server uses the folder', async () => {
  await expect(restoreAt(server.dataDir)).rejects.toThrow('another Heatlamp runs on');
  await expect(server.command('restore', { file })).rejects.toThrow('Heatlamp is running: stop it, and restore then');
});

it('restores settings, screens and managers, and ends every session', async () => {
  const anna = await signedIn(server, { name: 'anna', role: 'owner' });
  const later = path.join(folder, 'later.db');
  await server.command('backup', { file: later });
  await server.command('setting set', { key: 'fallbackLate', value: '3', branch: 1 });
  const { token } = await server.command<{ token: string }>('screen add', {
    ...{ name: 'newer', branches: [1], view: 'kitchen' },
  });
  const berta = await signedIn(server, { name: 'berta', role: 'owner' });
  const { dataDir } = server;
  await server.close();
  await restoreAt(dataDir, later);
  server = await startServer(dataDir);
  expect(await server.command('setting list', { branch: 1 })).not.toContainEqual(
    expect.objectContaining({ key: 'fallbackLate', value: 3 }),
  );
  expect((await server.get('/api/v1/board', token)).status).toBe(401);
  const whoIs = async (cookie: string) =>
    (await fetch(`${server.url}/api/auth/session`, { headers: { Cookie: cookie } })).json();
  // A session that ended since the backup must not be valid again.
  expect([await whoIs(anna), await whoIs(berta)]).toEqual([{ manager: null }, { manager: null }]);
  const password = { name: 'anna', password: PASSWORD };
  expect((await postAuth(server, '/api/auth/sign-in', password)).status).toBe(200);
});

it('ends open links, whose people still have no password', async () => {
  await signedIn(server, { name: 'olga', role: 'owner' });
  const token = await addManager(server, { name: 'anna', role: 'owner' });
  const later = path.join(folder, 'later.db');
  await server.command('backup', { file: later });
  const { dataDir } = server;
  await server.close();
  await restoreAt(dataDir, later);
  server = await startServer(dataDir);
  expect((await postAuth(server, '/api/auth/link', { token })).status).toBe(410);
  expect(server.core.people().managers.map(({ name, link }) => [name, link?.until])).toEqual([
    ['olga', undefined],
    ['anna', 0],
  ]);
});

it('is undone by restoring the replaced database', async () => {
  await start(AFTER);
  const { dataDir } = server;
  await server.close();
  const { kept } = await restoreAt(dataDir);
  await restoreAt(dataDir, kept ?? '');
  server = await startServer(dataDir);
  expect((await board()).tickets.map(({ orderId }) => orderId).sort()).toEqual([BEFORE, AFTER]);
});

it('says what is done if Heatlamp cannot open the backup', async () => {
  await server.command('manager add', { name: 'anna', role: 'owner', branches: null });
  const later = path.join(folder, 'later.db');
  await server.command('backup', { file: later });
  const database = new Database(later);
  database.exec(`UPDATE "Manager" SET "branches" = 'every'`);
  database.close();
  const { dataDir } = server;
  await server.close();
  await expect(restoreAt(dataDir, later)).rejects.toThrow(
    /^The backup was restored, and the previous database is kept as .*heatlamp-until-.*, but Heatlamp cannot open it yet/,
  );
  await restoreAt(dataDir);
  server = await startServer(dataDir);
});

it('interrupted with Ctrl-C, leaves files of the owner of the data folder', async () => {
  const { dataDir } = server;
  await server.close();
  if (process.getuid?.() === 0) chownSync(dataDir, 12_345, 12_346);
  // The restore waits for it.
  const holder = new Database(file);
  holder.exec('BEGIN EXCLUSIVE');
  const commandLine = path.join(inject('builtServer'), 'heatlamp.mjs');
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: dataDir } as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, [commandLine, 'restore', file], { cwd: projectRoot(), env });
  const exited = once(child, 'exit');
  const copying = () => readdirSync(dataDir).filter((name) => name.endsWith('.part'));
  await expect.poll(copying).toHaveLength(1);
  child.kill('SIGINT');
  await exited;
  holder.close();
  const owners = [...copying(), 'heatlamp.lock', '.'].map((name) => statSync(path.join(dataDir, name)).uid);
  expect(new Set(owners).size).toBe(1);
  server = await startServer(dataDir);
});

/** Runs the command line on a data folder. */
function run(dataDir: string, args: string[], env: Record<string, string> = {}) {
  const { PATH } = process.env;
  const commandLine = path.join(inject('builtServer'), 'heatlamp.mjs');
  return spawnSync(process.execPath, [commandLine, ...args], {
    ...{ cwd: projectRoot(), encoding: 'utf8', env: { PATH, NODE_ENV: 'test', DATA_DIR: dataDir, ...env } },
  });
}

it('makes files of the owner of the data folder, also if root runs it', () => {
  const ofService = path.join(folder, 'of-service');
  mkdirSync(ofService);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(ofService, 12_345, 12_346);
  expect(run(ofService, ['restore', file]).status).toBe(0);
  const { uid, gid } = statSync(ofService);
  if (isRoot) expect([uid, gid]).toEqual([12_345, 12_346]);
  const owners = readdirSync(ofService).map((name) => [name, statSync(path.join(ofService, name))] as const);
  expect(owners.map(([name]) => name)).toEqual(expect.arrayContaining(['heatlamp.db', 'intake.db', 'session-secret']));
  expect(owners.filter(([, found]) => found.uid !== uid || found.gid !== gid)).toEqual([]);
});

it('gives the database to the owner of the data folder before it gets its name', async () => {
  const { dataDir } = server;
  await server.close();
  if (process.getuid?.() === 0) chownSync(dataDir, 12_345, 12_346);
  await restoreAt(dataDir);
  const uidOf = (name: string) => statSync(path.join(dataDir, name)).uid;
  expect(uidOf('heatlamp.db')).toBe(uidOf('.'));
});

it('leaves the files of a folder of root alone, which may be on a read-only disk', () => {
  const { ctimeMs } = statSync(file);
  giveToOwner(folder);
  expect(statSync(file).ctimeMs).toBe(ctimeMs);
});

it('works from the command line, which refers to other programs for PostgreSQL', async () => {
  const { dataDir } = server;
  const postgres = run(dataDir, ['backup', file], { DATABASE_URL: 'postgresql://localhost/heatlamp' });
  expect(postgres.status).toBe(1);
  expect(postgres.stderr).toContain('pg_dump');
  await server.close();
  const made = run(dataDir, ['backup', path.relative(projectRoot(), path.join(folder, 'again.db')), '--json']);
  expect(JSON.parse(made.stdout)).toMatchObject({ file: path.join(folder, 'again.db'), deliveries: 1 });
  const restored = run(dataDir, ['restore', file]);
  expect(restored.stdout).toContain('To undo this: restore');
  expect(restored.status).toBe(0);
  server = await startServer(dataDir);
  expect((await board()).tickets.map(({ orderId }) => orderId)).toEqual([BEFORE]);
});
