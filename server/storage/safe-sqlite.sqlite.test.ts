import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PrismaClient } from '../../prisma/generated/sqlite/client';
import { openSqlite } from './open-database';

let folder: string;
let file: string;
let clients: PrismaClient[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-sqlite-'));
  file = path.join(folder, 'test.db');
  const database = new Database(file);
  database.exec(`CREATE TABLE parent (id INTEGER PRIMARY KEY);
    CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)`);
  database.close();
  clients = [];
});
afterEach(async () => {
  for (const client of clients) await client.$disconnect();
  rmSync(folder, { recursive: true });
});

const INSERT = 'INSERT INTO child VALUES (?, ?)';
const NO_PARENT = 99;

function stock(): PrismaClient {
  const client = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: `file:${file}`, timeout: 0 }) });
  clients.push(client);
  return client;
}

function safe(readOnly = false): PrismaClient {
  const client = openSqlite({ file, busyTimeoutMs: 0, readOnly });
  clients.push(client);
  return client;
}

/** The result of a write in its own transaction, which waits for `maxWait` ms at most for its turn. */
async function outcome(client: PrismaClient, id: number, parent: number | null, maxWait = 60_000) {
  const write = client.$transaction((sql) => sql.$executeRawUnsafe(INSERT, id, parent), { maxWait });
  return write.then(
    () => 'stored',
    () => 'failed',
  );
}

/** The committed rows, read over another connection. */
function storedIds(): number[] {
  const database = new Database(file, { readonly: true });
  const rows = database.prepare<[], number>('SELECT id FROM child ORDER BY id').pluck().all();
  database.close();
  return rows;
}

async function pragmas(client: PrismaClient): Promise<unknown[]> {
  const read = async (name: string) => {
    const [row] = await client.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${name}`);
    return Object.values(row ?? {}).map((value) => (typeof value === 'bigint' ? Number(value) : value))[0];
  };
  return [await read('journal_mode'), await read('synchronous'), await read('foreign_keys')];
}

it('stores what follows a failed COMMIT, where the stock adapter loses it', async () => {
  const client = safe();
  expect(await outcome(client, 1, NO_PARENT)).toBe('failed');
  expect([await outcome(client, 2, null), await outcome(client, 3, null)]).toEqual(['stored', 'stored']);
  await client.$executeRawUnsafe(INSERT, 4, null);
  expect(storedIds()).toEqual([2, 3, 4]);

  const other = stock();
  expect(await outcome(other, 11, NO_PARENT)).toBe('failed');
  expect([await outcome(other, 12, null, 500), await outcome(other, 13, null, 500)]).toEqual(['failed', 'failed']);
  await other.$executeRawUnsafe(INSERT, 14, null);
  expect(storedIds()).toEqual([2, 3, 4]);
});

it('releases its lock after a failed BEGIN', async () => {
  const client = safe();
  expect(await outcome(client, 1, null)).toBe('stored');
  const holder = new Database(file);
  holder.exec('BEGIN IMMEDIATE');
  expect([await outcome(client, 2, null), await outcome(client, 3, null)]).toEqual(['failed', 'failed']);
  holder.exec('COMMIT');
  holder.close();
  expect(await outcome(client, 4, null)).toBe('stored');
  expect(storedIds()).toEqual([1, 4]);
});

it('rolls back a transaction whose callback fails', async () => {
  const client = safe();
  const half = client.$transaction(async (sql) => {
    await sql.$executeRawUnsafe(INSERT, 1, null);
    throw new Error('half-way');
  });
  await expect(half).rejects.toThrow('half-way');
  expect(await outcome(client, 2, null)).toBe('stored');
  expect(storedIds()).toEqual([2]);
});

it('runs concurrent transactions one after the other', async () => {
  const client = safe();
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  const outcomes = await Promise.all(ids.map((id) => outcome(client, id, id % 5 === 0 ? NO_PARENT : null)));
  expect(outcomes.filter((one) => one === 'stored')).toHaveLength(16);
  expect(storedIds()).toEqual(ids.filter((id) => id % 5 !== 0));
});

it('sets WAL, FULL and foreign keys again at every reconnect', async () => {
  const FULL = 2;
  const client = safe();
  expect(await pragmas(client)).toEqual(['wal', FULL, 1]);
  await client.$disconnect();
  expect(await pragmas(client)).toEqual(['wal', FULL, 1]);
  expect(await outcome(client, 1, NO_PARENT)).toBe('failed');

  const other = stock();
  await other.$executeRawUnsafe('PRAGMA synchronous = FULL');
  await other.$disconnect();
  expect((await pragmas(other))[1]).toBe(1);
});

it('writes nothing when it only reads', async () => {
  const client = safe(true);
  await expect(client.$executeRawUnsafe(INSERT, 1, null)).rejects.toThrow(/readonly|read-only/);
  expect(storedIds()).toEqual([]);
});
