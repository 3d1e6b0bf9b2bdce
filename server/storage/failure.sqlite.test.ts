import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cannotUse } from '../cannot-start';
import type { Database as Client } from './database';
import { failureOf, sqliteCode } from './failure';
import { migrate } from './migrate';
import { openSqlite } from './open-database';

let folder: string;
let file: string;
let client: Client;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-failure-'));
  file = path.join(folder, 'heatlamp.db');
  await migrate(file);
  client = openSqlite({ file, busyTimeoutMs: 0 });
});
afterEach(async () => {
  await client.$disconnect();
  rmSync(folder, { recursive: true });
});

/** The error of a transaction that must fail. */
async function errorOf(statement: string, ...values: unknown[]): Promise<unknown> {
  const failed = client.$transaction((sql) => sql.$executeRawUnsafe(statement, ...values));
  return failed.then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => error,
  );
}

const BRANCH = `INSERT INTO "Branch" ("number", "timeZone", "epoch") VALUES (?, ?, ?)`;

async function expectFailure(error: unknown, failure: 'data' | 'unavailable', code: RegExp | null): Promise<void> {
  expect(failureOf(error)).toBe(failure);
  if (code) expect(sqliteCode(error)).toMatch(code);
  else expect(sqliteCode(error)).toBeNull();
}

it('classifies a locked database as unavailable', async () => {
  await client.$queryRawUnsafe('SELECT 1');
  const holder = new Database(file);
  holder.exec('BEGIN IMMEDIATE');
  try {
    await expectFailure(await errorOf(BRANCH, 1, 'UTC', 'e'), 'unavailable', /^SQLITE_BUSY/);
    await expectFailure(
      await client.$executeRawUnsafe(BRANCH, 1, 'UTC', 'e').catch((e: unknown) => e),
      'unavailable',
      /^SQLITE_BUSY/,
    );
  } finally {
    holder.close();
  }
});

it('classifies a read-only database as unavailable', async () => {
  await client.$executeRawUnsafe('PRAGMA query_only = ON');
  await expectFailure(await errorOf(BRANCH, 1, 'UTC', 'e'), 'unavailable', /^SQLITE_READONLY/);
});

it('classifies a full database as unavailable', async () => {
  const [{ page_count: pages } = { page_count: 0 }] =
    await client.$queryRawUnsafe<{ page_count: number }[]>('PRAGMA page_count');
  await client.$queryRawUnsafe(`PRAGMA max_page_count = ${Number(pages)}`);
  const epoch = 'x'.repeat(100_000);
  const full = await errorOf(BRANCH, 1, 'UTC', epoch);
  await expectFailure(full, 'unavailable', /^SQLITE_FULL/);
  expect(String(cannotUse('/data', full, 'make it writable'))).toBe(
    'Error: the disk of /data is full: free some space',
  );
  await expectFailure(await errorOf(BRANCH, 1, 'UTC', null), 'data', /^SQLITE_CONSTRAINT_NOTNULL/);
});

it('classifies a constraint violation as a data error', async () => {
  await expectFailure(await errorOf(BRANCH, 1, null, 'e'), 'data', /^SQLITE_CONSTRAINT_NOTNULL/);
  await client.$executeRawUnsafe(BRANCH, 1, 'UTC', 'e');
  await expectFailure(await errorOf(BRANCH, 1, 'UTC', 'e'), 'data', /^SQLITE_CONSTRAINT/);
  const orphan = `INSERT INTO "CourseEvent" VALUES (99, 1, 1, 1, 'd', 1)`;
  await expectFailure(await errorOf(orphan), 'data', /^SQLITE_CONSTRAINT_FOREIGNKEY/);
});

it("classifies malformed JSON and a trigger's refusal as data errors", async () => {
  await expectFailure(
    await errorOf('DELETE FROM "Branch" WHERE "number" IN (SELECT value FROM json_each(?))', '[1,'),
    'data',
    /^SQLITE_ERROR/,
  );
  await client.$executeRawUnsafe(
    `CREATE TRIGGER no BEFORE INSERT ON "Branch" BEGIN SELECT raise(ABORT, 'not here'); END`,
  );
  await expectFailure(await errorOf(BRANCH, 1, 'UTC', 'e'), 'data', /^SQLITE_CONSTRAINT_TRIGGER/);
});

it('classifies a transaction that took too long as unavailable, and bugs as data errors', async () => {
  const slow = client.$transaction(
    async (sql) => {
      await new Promise((done) => setTimeout(done, 60));
      await sql.$executeRawUnsafe(BRANCH, 1, 'UTC', 'e');
    },
    { timeout: 20 },
  );
  await expectFailure(await slow.catch((error: unknown) => error), 'unavailable', null);
  await expectFailure(new TypeError('undefined is not a function'), 'data', null);
  await expectFailure('a string', 'data', null);
});
