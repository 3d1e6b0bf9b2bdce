import { cpSync, mkdirSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Board } from '../../contract/live';
import { sendCommand } from '../cli/control';
import { migrate } from '../storage/migrate';
import { projectRoot } from '../storage/project-root';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
let program: string;
let folder: string;
let file: string;
beforeEach(async () => {
  server = await startServer();
  program = await addProgram(server);
  folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-refused-'));
  file = path.join(folder, 'evening.db');
  await server.post('kitchenStartCourse', eventBody({ at: Date.now() - 5_000 }));
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = (name: string, of = file) => sendCommand(server.core.config.controlSocket, name, { file: of });
const board = async () => (await (await server.get('/api/v1/board', program)).json()) as Board;

/** Returns the refusal. Expects an unchanged board, no remains, and that deliveries are accepted. */
async function refusal(of = file): Promise<string> {
  const before = await board();
  const answer = await ask('restore', of);
  if (answer?.ok !== false) throw new Error('it was restored');
  expect(await board()).toMatchObject({ epoch: before.epoch, version: before.version, tickets: before.tickets });
  const names = await readdir(server.dataDir);
  expect(names.filter((name) => /^restore-|^heatlamp-until-/.test(name))).toEqual([]);
  const posted = await server.post('kitchenCompleteCourse', eventBody({ at: Date.now() - 1_000 }));
  expect(posted.status).toBe(200);
  return answer.message;
}

function change(sql: string): void {
  const database = new Database(file);
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.close();
}

it('refuses a path that is not a file, and the database itself', async () => {
  expect(await refusal()).toBe(`there is no file ${file}`);
  expect(await refusal(folder)).toContain('is not a file');
  expect(await refusal(server.core.config.databaseFile)).toContain('is the database that is in use');
});

it('refuses a foreign database, and leaves it as it is', async () => {
  await writeFile(file, 'a shopping list, longer than the header of a database is, and then some more words of it');
  expect(await refusal()).toContain('is not a backup of Heatlamp');
  await rm(file);
  change('CREATE TABLE "Recipe" ("name" TEXT)');
  const before = await readFile(file);
  expect(await refusal()).toContain('is not a backup of Heatlamp');
  expect((await readFile(file)).equals(before)).toBe(true);
});

it('refuses a backup of a newer Heatlamp', async () => {
  await ask('backup');
  change(`INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
    VALUES ('x', 'x', '9999_later', 1, 1)`);
  expect(await refusal()).toContain('was last used by a newer Heatlamp: it has the migration 9999_later');
});

it('refuses a damaged or truncated backup', async () => {
  for (let number = 0; number < 40; number += 1)
    await server.post('kitchenStartCourse', eventBody({ at: Date.now(), order: crypto.randomUUID() }));
  await ask('backup');
  const { size } = await stat(file);
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(size - 40_960, 0x5a), 0, size - 40_960, 40_960);
  await handle.close();
  expect(await refusal()).toContain('is damaged');
  const cut = await open(file, 'r+');
  await cut.truncate(20_480);
  await cut.close();
  expect(await refusal()).toContain('damaged');
});

it('refuses a backup in which a row refers to a missing one', async () => {
  await ask('backup');
  change('DELETE FROM "Order"');
  expect(await refusal()).toMatch(/is damaged \(\d+ rows refer to missing rows\)/);
});

it('refuses while another program uses the database', async () => {
  await ask('backup');
  const holder = new Database(server.core.config.databaseFile);
  holder.exec('BEGIN');
  holder.prepare('SELECT count(*) FROM "Delivery"').get();
  await server.post('kitchenStartCourse', eventBody({ at: Date.now(), order: crypto.randomUUID() }));
  expect(await refusal()).toContain('another program is using');
  holder.close();
  expect(await ask('restore')).toMatchObject({ ok: true });
});

it('restores the previous database if the new one is unreadable', async () => {
  await server.command('manager add', { name: 'anna', role: 'owner', branches: null });
  await ask('backup');
  change(`UPDATE "Manager" SET "branches" = 'every'`);
  expect(await refusal()).toContain('the previous database is in use again');
  expect(server.core.queue.state()).toMatchObject({ isAway: false, canStore: true });
});

it('migrates a backup of an older Heatlamp, without changing the file', async () => {
  const migrations = path.join(folder, 'migrations');
  mkdirSync(migrations);
  cpSync(path.join(projectRoot(), 'prisma', 'migrations', 'sqlite', '0001_init'), path.join(migrations, '0001_init'), {
    recursive: true,
  });
  await migrate(file, migrations);
  const before = await readFile(file);
  expect(await ask('restore')).toMatchObject({ ok: true, result: { deliveries: 0 } });
  expect((await readFile(file)).equals(before)).toBe(true);
  await server.command('subscription add', {
    ...{ id: 'later', secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' },
  });
  expect(await server.command('subscription list')).toMatchObject([{ id: 'later' }]);
});
