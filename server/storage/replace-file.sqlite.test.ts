import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UserError } from '../user-error';
import { finishInterruptedRestore, type Replacement, replaceLive, replacementAt, truncateLog } from './replace-file';

const AT = Date.UTC(2026, 10, 21, 18, 30, 5);

let folder: string;
let files: Replacement;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-replace-'));
  files = replacementAt(path.join(folder, 'heatlamp.db'), AT);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database with one word. */
function write(file: string, word: string): void {
  const database = new Database(file);
  database.exec('CREATE TABLE "Word" ("word" TEXT)');
  database.prepare('INSERT INTO "Word" VALUES (?)').run(word);
  database.close();
}

function wordIn(file: string): string | undefined {
  const database = new Database(file, { fileMustExist: true });
  try {
    return database.prepare<[], string>('SELECT "word" FROM "Word"').pluck().get();
  } finally {
    database.close();
  }
}

/** A database whose word is only in its write-ahead log, like after a kill. */
function writeToLog(file: string, word: string): void {
  write(file, 'older');
  const other = path.join(folder, 'copied');
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.prepare('UPDATE "Word" SET "word" = ?').run(word);
  for (const beside of ['', '-wal']) writeFileSync(`${other}${beside}`, readBytes(`${file}${beside}`));
  database.close();
  for (const beside of ['', '-wal']) writeFileSync(`${file}${beside}`, readBytes(`${other}${beside}`));
  for (const beside of ['', '-wal']) rmSync(`${other}${beside}`);
}

function readBytes(file: string): Buffer {
  return readFileSync(file);
}

it('names new files by the second, and never uses an existing name', () => {
  expect(path.basename(files.kept)).toBe('heatlamp-until-20261121T183005Z.db');
  writeFileSync(files.kept, '');
  expect(path.basename(replacementAt(files.live, AT).kept)).toBe('heatlamp-until-20261121T183006Z.db');
});

it('replaces one database by another, which keeps its log if that cannot be emptied', async () => {
  writeToLog(files.live, 'old');
  write(files.ready, 'new');
  await replaceLive(files);
  expect(wordIn(files.live)).toBe('new');
  expect(wordIn(files.kept)).toBe('old');
});

it('truncating the log leaves no other files', () => {
  writeToLog(files.live, 'old');
  truncateLog(files.live);
  expect(existsSync(`${files.live}-wal`)).toBe(false);
  expect(wordIn(files.live)).toBe('old');
});

it('a log is not emptied while another program reads', () => {
  writeToLog(files.live, 'old');
  const reader = new Database(files.live);
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM "Word"').get();
  expect(() => truncateLog(files.live)).toThrow(UserError);
  reader.close();
});

it('continues with the old one if it was not touched, and removes unfinished files', async () => {
  write(files.live, 'old');
  write(files.ready, 'new');
  writeFileSync(files.part, 'half');
  writeFileSync(`${files.part}-journal`, 'half');
  expect(await finishInterruptedRestore(files.live)).toBe('old');
  expect(wordIn(files.live)).toBe('old');
  expect(readdirSync(folder)).toEqual(['heatlamp.db']);
  expect(await finishInterruptedRestore(files.live)).toBeNull();
});

it('continues with the new one if the old one was already renamed, and never with the old log', async () => {
  writeToLog(files.live, 'old');
  write(files.ready, 'new');
  await rename(files.live, files.kept);
  expect(existsSync(`${files.live}-wal`)).toBe(true);
  expect(await finishInterruptedRestore(files.live)).toBe('new');
  expect(wordIn(files.live)).toBe('new');
  expect(wordIn(files.kept)).toBe('old');
});
