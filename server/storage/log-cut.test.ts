import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isLogCut } from './log-cut';
import { reserveLog } from './reserve-log';
import { setPragmas } from './sqlite-pragmas';

const HEADER = 32;
const FRAME = 24 + 4_096;
const ROWS = 6;

let folder: string;
let database: SqliteDatabase.Database;
let copy: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-log-cut-'));
  copy = path.join(folder, 'copy.db');
  database = new SqliteDatabase(path.join(folder, 'original.db'));
  setPragmas(database, false);
  database.exec('CREATE TABLE "t" ("bytes" BLOB)');
  // What a checkpoint leaves of the log does not belong to the next one.
  for (let row = 0; row < 2 * ROWS; row += 1)
    database.prepare('INSERT INTO "t" VALUES (?)').run(Buffer.alloc(9_000, 1));
  database.exec('DELETE FROM "t"');
  database.pragma('wal_checkpoint(RESTART)');
  for (let row = 0; row < ROWS; row += 1) database.prepare('INSERT INTO "t" VALUES (?)').run(Buffer.alloc(9_000, row));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** Copies the database as a crash leaves it, with a log that is changed. Returns what SQLite reads of it. */
function crashed(change: (log: Buffer) => void): { isCut: boolean; rows: number } {
  copyFileSync(database.name, copy);
  const log = readFileSync(`${database.name}-wal`);
  change(log);
  writeFileSync(`${copy}-wal`, log);
  const isCut = isLogCut(copy);
  const read = new SqliteDatabase(copy);
  const rows = read.prepare<[], number>('SELECT count(*) FROM "t"').pluck().get() ?? 0;
  read.close();
  return { isCut, rows };
}

/** The first byte of each page of the log that belongs to it, and whether a commit ends there. */
function framesOf(log: Buffer): { at: number; isLast: boolean }[] {
  const frames: { at: number; isLast: boolean }[] = [];
  for (let at = HEADER; log.subarray(at + 8, at + 16).equals(log.subarray(16, 24)); at += FRAME)
    frames.push({ at, isLast: log.readUInt32BE(at + 4) !== 0 });
  return frames;
}

const flip = (log: Buffer, at: number) => void log.writeUInt8(log.readUInt8(at) ^ 0xff, at);

it('is not cut where everything can be read, or there is none', async () => {
  expect(crashed(() => {})).toEqual({ isCut: false, rows: ROWS });
  await reserveLog(database.name);
  expect(crashed(() => {})).toEqual({ isCut: false, rows: ROWS });
  expect(isLogCut(path.join(folder, 'another.db'))).toBe(false);
});

it('is cut by damage anywhere but in the last commit', () => {
  const frames = framesOf(readFileSync(`${database.name}-wal`));
  const lastCommit = frames.findLastIndex(({ isLast }, index) => isLast && index < frames.length - 1) + 1;
  expect(frames.filter(({ isLast }) => isLast)).toHaveLength(ROWS);
  for (const [index, { at }] of frames.entries())
    for (const place of [at, at + 20, at + 2_000])
      expect([index, place - at, crashed((log) => flip(log, place))]).toEqual([
        index,
        place - at,
        { isCut: index < lastCommit, rows: expect.any(Number) },
      ]);
  for (const place of [1, 9, 17, 25]) expect(crashed((log) => flip(log, place))).toEqual({ isCut: true, rows: 0 });
});

it('is not cut by a crash in a commit, whichever of its pages are on the disk', () => {
  const frames = framesOf(readFileSync(`${database.name}-wal`));
  const last = frames.slice(frames.findLastIndex(({ isLast }, index) => isLast && index < frames.length - 1) + 1);
  expect(last.length).toBeGreaterThan(2);
  for (let some = 1; some < 2 ** last.length; some += 1) {
    const absent = last.filter((_, index) => some & (1 << index));
    const { isCut, rows } = crashed((log) => {
      for (const { at } of absent) log.fill(0, at, at + FRAME);
    });
    expect([some, isCut, rows]).toEqual([some, false, ROWS - 1]);
  }
});
