import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, migrationsFolder } from './migrate';

const FIRST = '0001_first';
let folder: string;
let file: string;
let migrations: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'heatlamp-migrate-'));
  file = path.join(folder, 'heatlamp.db');
  migrations = path.join(folder, 'migrations');
  cpSync(migrationsFolder('sqlite'), migrations, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

function addMigration(name: string, sql: string): void {
  mkdirSync(path.join(migrations, name));
  writeFileSync(path.join(migrations, name, 'migration.sql'), sql);
}

function query(sql: string): unknown[] {
  const database = new Database(file);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

function run(sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

test('a new file gets every migration of the project', async () => {
  const names = await migrate(file);

  expect(names).toEqual([FIRST]);
  expect(query('SELECT * FROM "Delivery"')).toEqual([]);
});

test('a second start applies nothing', async () => {
  expect(await migrate(file, migrations)).toEqual([FIRST]);
  expect(await migrate(file, migrations)).toEqual([]);
});

test('only missing migrations are applied', async () => {
  await migrate(file, migrations);
  addMigration('0002_bell', 'CREATE TABLE "Bell" ("rungAt" BIGINT NOT NULL);');

  expect(await migrate(file, migrations)).toEqual(['0002_bell']);
  expect(query('SELECT * FROM "Bell"')).toEqual([]);
});

test('a migration that was changed afterwards is refused', async () => {
  await migrate(file, migrations);
  appendFileSync(path.join(migrations, FIRST, 'migration.sql'), '\n-- changed\n');

  await expect(migrate(file, migrations)).rejects.toThrow(/0001_first is not the one that .* was made with/);
});

test('line ends of another system do not count as a change', async () => {
  addMigration('0002_bell', 'CREATE TABLE "Bell" (\n  "rungAt" BIGINT NOT NULL\n);\n');
  await migrate(file, migrations);
  rmSync(path.join(migrations, '0002_bell'), { recursive: true });
  addMigration('0002_bell', 'CREATE TABLE "Bell" (\r\n  "rungAt" BIGINT NOT NULL\r\n);\r\n');

  expect(await migrate(file, migrations)).toEqual([]);
});

test("a newer Heatlamp's database is refused", async () => {
  addMigration('0002_bell', 'CREATE TABLE "Bell" ("rungAt" BIGINT NOT NULL);');
  await migrate(file, migrations);
  rmSync(path.join(migrations, '0002_bell'), { recursive: true });

  await expect(migrate(file, migrations)).rejects.toThrow(/newer Heatlamp: it has the migration 0002_bell/);
});

test('a migration that another program left unfinished is refused', async () => {
  await migrate(file, migrations);
  run('UPDATE _prisma_migrations SET finished_at = NULL');

  await expect(migrate(file, migrations)).rejects.toThrow(/0001_first of .* was begun and not finished/);
});

test('says that another program has locked the file', async () => {
  await migrate(file, migrations);
  addMigration('0002_bell', 'CREATE TABLE "Bell" ("rungAt" BIGINT NOT NULL);');
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(migrate(file, migrations)).rejects.toThrow('database is locked');
  other.close();
  expect(await migrate(file, migrations)).toEqual(['0002_bell']);
});

test('Prisma’s own columns say when a migration was applied', async () => {
  await migrate(file, migrations);
  expect(
    query(
      'SELECT length("id") AS "id", "finished_at" > \'2026\' AS "at", "applied_steps_count" AS "steps" FROM _prisma_migrations',
    ),
  ).toEqual([{ id: 36, at: 1, steps: 1 }]);
});

test('a failed migration leaves the file unchanged', async () => {
  await migrate(file, migrations);
  addMigration('0002_bell', 'CREATE TABLE "Bell" ("rungAt" BIGINT NOT NULL); INSERT INTO "Gong" VALUES (1);');

  await expect(migrate(file, migrations)).rejects.toThrow(/could not be migrated/);
  expect(query("SELECT name FROM sqlite_master WHERE name = 'Bell'")).toEqual([]);
  expect(query('SELECT migration_name FROM _prisma_migrations')).toEqual([{ migration_name: FIRST }]);
});

test('a table that is rebuilt keeps the rows that refer to it', async () => {
  await migrate(file, migrations);
  run(`INSERT INTO "Subscription" ("id", "secretEncoding", "signatureEncoding", "algorithm", "createdAt")
         VALUES ('till', 'utf8', 'hex', 'sha256', 1);
       INSERT INTO "SubscriptionSecret" ("subscriptionId", "secret", "validFrom") VALUES ('till', 'x', 1);`);
  addMigration(
    '0002_rebuilt',
    `PRAGMA foreign_keys=OFF;
     CREATE TABLE "new_Subscription" AS SELECT * FROM "Subscription";
     DROP TABLE "Subscription";
     CREATE TABLE "Subscription" ("id" TEXT NOT NULL PRIMARY KEY, "event" TEXT);
     INSERT INTO "Subscription" SELECT "id", "event" FROM "new_Subscription";
     DROP TABLE "new_Subscription";
     PRAGMA foreign_keys=ON;`,
  );

  await migrate(file, migrations);

  expect(query('SELECT "subscriptionId" FROM "SubscriptionSecret"')).toEqual([{ subscriptionId: 'till' }]);
});

test('a migration that would leave orphans is refused', async () => {
  await migrate(file, migrations);
  addMigration(
    '0002_orphan',
    `INSERT INTO "SubscriptionSecret" ("subscriptionId", "secret", "validFrom") VALUES ('nobody', 'x', 1);`,
  );

  await expect(migrate(file, migrations)).rejects.toThrow(/1 rows would refer to rows that do not exist/);
  expect(query('SELECT * FROM "SubscriptionSecret"')).toEqual([]);
});
