import { closeSync, cpSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CannotStart } from '../cannot-start';
import { runCommand } from '../cli/commands';
import { recoverStopped } from '../cli/recover-stopped';
import { restoreStopped } from '../cli/restore-stopped';
import { replayUnreadable } from '../deliveries/replay';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { recoverDatabase } from './recover-database';

const ORDERS = 60;
const PAGE = 4_096;

let kitchen: Kitchen;
let folder: string;
let damaged: string;
let recovered: string;
beforeEach(async () => {
  kitchen = await openKitchen();
  const began = Date.now() - 60_000;
  for (let order = 0; order < ORDERS; order += 1)
    await kitchen.deliver('kitchenStartCourse', {
      ...{ at: began + order, order: `order-${order}` },
      table: { number: order + 1, tableName: 'J. Smith' },
    });
  const context = { deps: kitchen.core, refusals: null };
  await runCommand(context, 'setting set', { key: 'readyLate', value: '7' });
  await runCommand(context, 'screen add', { name: 'Wall', branches: [1], view: 'kitchen' });
  await kitchen.core.close();
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-recover-'));
  damaged = path.join(folder, 'heatlamp.db');
  recovered = path.join(folder, 'recovered.db');
  cpSync(kitchen.databaseFile, damaged);
});
afterEach(async () => {
  kitchen = await openKitchen(kitchen.folder);
  await kitchen.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Pages of a table or an index that have no pages below them, in its order. */
function leavesOf(name: string): number[] {
  const database = new SqliteDatabase(damaged, { readonly: true });
  try {
    const leaves = `SELECT "pageno" FROM dbstat WHERE "name" = ? AND "pagetype" = 'leaf' ORDER BY "path"`;
    return database.prepare<[string], number>(leaves).pluck().all(name);
  } finally {
    database.close();
  }
}

function zero(page: number | undefined): void {
  if (page === undefined) throw new Error('no such page');
  const file = openSync(damaged, 'r+');
  writeSync(file, Buffer.alloc(PAGE), 0, PAGE, (page - 1) * PAGE);
  closeSync(file);
}

const deps = () => ({ timeZone: 'Europe/Amsterdam', newEpoch: () => crypto.randomUUID(), now: Date.now });
const recover = () => recoverDatabase(damaged, recovered, deps());
const lostIn = ({ tables }: Awaited<ReturnType<typeof recover>>) => tables.filter(({ lost }) => lost !== 0);

it('says from the command line where it cannot write, and that there is no database', async () => {
  const stopped = (file: string, databaseFile = kitchen.databaseFile) =>
    recoverStopped({ ...kitchen.core, config: { ...kitchen.core.config, databaseFile } }, file);
  const nowhere = path.join(folder, 'nowhere', 'new.db');
  await expect(stopped(nowhere)).rejects.toThrow(`there is no folder ${path.dirname(nowhere)}: create it first`);
  await expect(stopped(folder)).rejects.toThrow(`${folder} already exists`);
  await expect(stopped(recovered, path.join(folder, 'none.db'))).rejects.toThrow('there is no database');
  await expect(stopped(recovered, folder)).rejects.toThrow(`${folder} cannot be read`);
  expect(await stopped(recovered)).toMatchObject({ file: recovered, deliveries: ORDERS });
});

/** The rows of every table but that of the migrations. */
function contentsOf(file: string): Record<string, string[]> {
  const database = new SqliteDatabase(file, { readonly: true });
  const tables = `SELECT "name" FROM sqlite_schema WHERE "type" = 'table' AND "name" NOT LIKE '\\_prisma%' ESCAPE '\\'`;
  try {
    const rows = (name: string) => database.prepare(`SELECT * FROM "${name}"`).all();
    const named = database.prepare<[], string>(tables).pluck().all();
    return Object.fromEntries(
      named.map((name) => [
        name,
        rows(name)
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
    );
  } finally {
    database.close();
  }
}

it('copies every row of a database that is whole, with all its columns', async () => {
  const { Order: orders, Setting: settings, Screen: screens } = contentsOf(damaged);
  expect([orders?.length, settings?.length, screens?.length]).toEqual([ORDERS, 1, 1]);
  // All that a removed branch leaves is its orders: it does not come back (F25b).
  const database = new SqliteDatabase(damaged);
  database.exec(`INSERT INTO "Order" ("key", "branch", "identity", "kind") VALUES (100000, 99, 'id:stray', 'table')`);
  database.close();
  const result = await recover();
  expect(contentsOf(recovered)).toEqual(contentsOf(damaged));
  expect(result).toMatchObject({ deliveries: ORDERS, missing: [], toReplay: 0 });
  expect(lostIn(result)).toEqual([]);
  await expect(recover()).rejects.toThrow('already exists');
});

it('loses the rows of a damaged page only, and says which and when', async () => {
  const leaves = leavesOf('Delivery');
  expect(leaves.length).toBeGreaterThan(3);
  zero(leaves[1]);
  const result = await recover();
  expect(result.deliveries).toBeGreaterThan(ORDERS / 2);
  expect(lostIn(result)).toEqual([{ name: 'Delivery', rows: result.deliveries, lost: ORDERS - result.deliveries }]);
  expect(result.missing).toHaveLength(1);
  const copy = new SqliteDatabase(recovered, { readonly: true });
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(copy.prepare(`SELECT "fromAt" FROM "Gap" WHERE "cause" = 'lost'`).all()).toHaveLength(1);
  copy.close();
});

it('loses nothing to a damaged index', async () => {
  zero(leavesOf('sqlite_autoindex_Delivery_1')[0]);
  const result = await recover();
  expect(result).toMatchObject({ deliveries: ORDERS, missing: [] });
});

it('[F27] keeps deliveries whose body was erased, and counts the courses that none of them makes again', async () => {
  const database = new SqliteDatabase(damaged);
  database.prepare(`UPDATE "Delivery" SET "body" = x'', "erasedAt" = 1 WHERE "orderKey" <= 20`).run();
  database.close();
  expect(await recover()).toMatchObject({ deliveries: ORDERS, missing: [], toReplay: 0, erased: 0 });
  rmSync(recovered);
  for (const page of leavesOf('CourseTicket')) zero(page);
  expect(await recover()).toMatchObject({ deliveries: ORDERS, missing: [], toReplay: ORDERS - 20, erased: 20 });
});

it('makes lost courses again from their deliveries, once it is restored, and keeps no names without them', async () => {
  const database = new SqliteDatabase(damaged);
  database.prepare('UPDATE "Delivery" SET "headers" = ?').run('{"content-type":"application/json"}');
  database.close();
  for (const page of leavesOf('CourseTicket')) zero(page);
  const result = await recover();
  expect(result).toMatchObject({ deliveries: ORDERS, missing: [], toReplay: ORDERS });
  await restoreStopped({ ...kitchen.core, log: { info: () => {}, warn: () => {} } }, recovered, () => {});
  const again = await openKitchen(kitchen.folder);
  const named = () => again.rows(`SELECT "key" FROM "Order" WHERE "tableName" = 'J. Smith'`);
  expect(again.board().tickets).toHaveLength(0);
  expect(await named()).toHaveLength(0);
  await replayUnreadable(again.core);
  expect(again.board().tickets).toHaveLength(ORDERS);
  expect(await named()).toHaveLength(ORDERS);
  await again.core.close();
});

it('is named by a start that finds a damaged page, with the parts and what to do', async () => {
  for (const page of leavesOf('Branch')) zero(page);
  cpSync(damaged, kitchen.databaseFile);
  const error = await openKitchen(kitchen.folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CannotStart);
  expect(String(error)).toMatch(/is damaged: the table Branch .*heatlamp restore FILE.*heatlamp recover NEW/);
  await recover();
  await restoreStopped({ ...kitchen.core, log: { info: () => {}, warn: () => {} } }, recovered, () => {});
});
