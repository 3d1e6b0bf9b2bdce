import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Board } from '../../contract/live';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';
import { restore } from './restore';

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

const board = async () => (await (await server.get('/api/v1/board', program)).json()) as Board;

/** Stops the server, and restores on its folder. */
async function restored(of = file) {
  await server.close();
  const deps = { config: server.core.config, now: Date.now, newEpoch: () => crypto.randomUUID() };
  return restore({ ...deps, log: { info: () => {}, warn: () => {} } }, of, () => {});
}

/** Returns the refusal. Expects no remains, and the same board at the next start. */
async function refusal(of = file): Promise<string> {
  const before = await board();
  const error = await restored(of).then(
    () => expect.unreachable('it was restored'),
    (reason: unknown) => reason,
  );
  const names = await readdir(server.dataDir);
  expect(names.filter((name) => /^restore-|^heatlamp-until-/.test(name))).toEqual([]);
  server = await startServer(server.dataDir);
  expect(await board()).toMatchObject({ epoch: before.epoch, version: before.version, tickets: before.tickets });
  return error instanceof Error ? error.message : '';
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
  await server.command('backup', { file });
  change(`INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
    VALUES ('x', 'x', '9999_later', 1, 1)`);
  expect(await refusal()).toContain('was last used by a newer Heatlamp: it has the migration 9999_later');
});

it('refuses a damaged or truncated backup', async () => {
  for (let number = 0; number < 40; number += 1)
    await server.post('kitchenStartCourse', eventBody({ at: Date.now(), order: crypto.randomUUID() }));
  await server.command('backup', { file });
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
  await server.command('backup', { file });
  change('DELETE FROM "Order"');
  expect(await refusal()).toMatch(/is damaged \(\d+ rows refer to missing rows\)/);
});

it('refuses while another program uses the database', async () => {
  await server.command('backup', { file });
  const holder = new Database(server.core.config.databaseFile);
  holder.exec('BEGIN');
  holder.prepare('SELECT count(*) FROM "Delivery"').get();
  await server.post('kitchenStartCourse', eventBody({ at: Date.now(), order: crypto.randomUUID() }));
  expect(await refusal()).toContain('another program is using');
  holder.close();
  expect(await restored()).toMatchObject({ deliveries: 1, onlyInKept: 1 });
  server = await startServer(server.dataDir);
});
