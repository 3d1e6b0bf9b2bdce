import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CHECKPOINT_PAGES, reserveLog, setPragmas } from './database-file';

const RESERVED = CHECKPOINT_PAGES * 4_096;

let folder: string;
let file: string;
let database: SqliteDatabase.Database;
let rows = 0;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'heatlamp-log-'));
  file = path.join(folder, 'heatlamp.db');
  database = new SqliteDatabase(file);
  setPragmas(database, false);
  database.exec('CREATE TABLE "t" ("id" INTEGER PRIMARY KEY, "body" BLOB)');
  rows = 0;
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

function insert(): void {
  rows += 1;
  database.prepare('INSERT INTO "t" VALUES (?, ?)').run(rows, Buffer.alloc(1_000 + ((rows * 977) % 9_000), rows));
}

/** What a start after a crash would read. */
function expectReadableAfterCrash(): void {
  const copy = path.join(folder, 'copy.db');
  for (const suffix of ['', '-wal']) copyFileSync(`${file}${suffix}`, `${copy}${suffix}`);
  const crashed = new SqliteDatabase(copy);
  expect(crashed.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(crashed.prepare('SELECT count(*) FROM "t"').pluck().get()).toBe(rows);
  crashed.close();
}

it('reserves a log while commits go on, and loses none of them', async () => {
  let isReserved = false;
  const reserved = reserveLog(file).then(() => {
    isReserved = true;
  });
  while (!isReserved) {
    insert();
    await new Promise((next) => setImmediate(next));
  }
  await reserved;
  expect(statSync(`${file}-wal`).size).toBeGreaterThanOrEqual(RESERVED);
  expect(rows).toBeGreaterThan(1);
  expectReadableAfterCrash();
});

it('is overwritten, also after a checkpoint', async () => {
  insert();
  await reserveLog(file);
  const { size } = statSync(`${file}-wal`);
  for (let count = 0; count < 100; count += 1) insert();
  expectReadableAfterCrash();
  database.pragma('wal_checkpoint(RESTART)');
  for (let count = 0; count < 100; count += 1) insert();
  expectReadableAfterCrash();
  expect(statSync(`${file}-wal`).size).toBe(size);
});

it('does nothing without a log', async () => {
  database.pragma('journal_mode = DELETE');
  await reserveLog(file);
  expect(() => statSync(`${file}-wal`)).toThrow('ENOENT');
});
