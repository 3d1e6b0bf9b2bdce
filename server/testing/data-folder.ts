import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { forPostgresql } from '../sql/postgresql';
import type { Value } from '../sql/statements';
import { migrate, migratePostgresql } from '../storage/migrate';
import { numbersAsNumbers } from '../storage/postgresql';

const DATABASE = 'heatlamp.db';
/** The migrated, empty database of PostgreSQL that tests copy. */
const TEMPLATE = 'template';

let postgresql: string | null = null;
/** One connection to each database, by address. */
const pools = new Map<string, pg.Pool>();

/** Creates the database that tests copy, on a PostgreSQL server with this address. */
export async function createTemplate(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE "${TEMPLATE}"`);
  await client.end();
  await migratePostgresql(`${server}/${TEMPLATE}`);
}

/** Makes tests use databases of a PostgreSQL server with this address. Without it they use SQLite. */
export function testOnPostgresql(url: string | null): void {
  postgresql = url;
}

/** Whether tests use PostgreSQL. */
export function isOnPostgresql(): boolean {
  return postgresql !== null;
}

/** The address of the database of a data folder; null with SQLite. */
function urlOf(folder: string): string | null {
  return postgresql === null ? null : `${postgresql}/${nameOf(folder)}`;
}

/** The name of the database of a data folder on PostgreSQL. */
function nameOf(folder: string): string {
  return path.basename(folder).toLowerCase();
}

/** The environment of a server on a data folder. */
export function environmentOf(folder: string): Record<string, string> {
  const url = urlOf(folder);
  return url === null ? { DATA_DIR: folder } : { DATA_DIR: folder, DATABASE_URL: url };
}

/** The bytes of a migrated, empty database. */
let empty: Promise<Buffer> | null = null;

async function migrated(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-empty-'));
  try {
    await migrate(path.join(folder, DATABASE));
    return await readFile(path.join(folder, DATABASE));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a temporary data folder. Its database is a copy, because every start would otherwise migrate a new one. */
export async function newDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  if (postgresql !== null) {
    // Copying through the log, as by default, takes three times as long.
    await administer(`CREATE DATABASE "${nameOf(folder)}" TEMPLATE "${TEMPLATE}" STRATEGY FILE_COPY`);
    return folder;
  }
  empty ??= migrated();
  await writeFile(path.join(folder, DATABASE), await empty);
  return folder;
}

/** Removes a data folder and its database. */
export async function removeDataFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const url = urlOf(folder);
  if (url === null) return;
  await pools.get(url)?.end();
  pools.delete(url);
  await administer(`DROP DATABASE IF EXISTS "${nameOf(folder)}" WITH (FORCE)`);
}

/**
 * Where `pg_stat_activity` has a statement that waits for a lock. Only in this database: other tests run on the same
 * server.
 */
export const WAITS_FOR_LOCK = `"wait_event_type" = 'Lock' AND "datname" = current_database()`;

/** Committed rows of the database of a data folder, read over a connection of their own. */
export async function readRows<Row>(folder: string, sql: string, ...values: Value[]): Promise<Row[]> {
  const url = urlOf(folder);
  if (url === null) {
    const database = new SqliteDatabase(path.join(folder, DATABASE), { readonly: true });
    try {
      return database.prepare<unknown[], Row>(sql).all(...values);
    } finally {
      database.close();
    }
  }
  const { rows } = await poolOf(url).query({ text: forPostgresql(sql), values, types: numbersAsNumbers });
  return rows as Row[];
}

/** Changes rows of the database of a data folder behind the server's back. */
export async function changeRows(folder: string, sql: string, ...values: Value[]): Promise<void> {
  const url = urlOf(folder);
  if (url === null) {
    const database = new SqliteDatabase(path.join(folder, DATABASE));
    try {
      database.prepare(sql).run(...values);
    } finally {
      database.close();
    }
  } else await poolOf(url).query(forPostgresql(sql), values);
}

/**
 * Locks the database of a data folder for writing, like another program; on PostgreSQL that at `url`. Call the result to
 * release it.
 */
export async function lockDatabase(folder: string, url = urlOf(folder)): Promise<() => Promise<void>> {
  if (url === null) {
    const database = new SqliteDatabase(path.join(folder, DATABASE), { timeout: 0 });
    database.exec('BEGIN IMMEDIATE');
    return async () => void database.close();
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'BEGIN; LOCK TABLE "Attendance", "Branch", "Delivery", "Setting", "TicketAction" IN EXCLUSIVE MODE',
  );
  return () => client.end();
}

function administer(statement: string): Promise<unknown> {
  return poolOf(`${postgresql}/postgres`).query(statement);
}

function poolOf(url: string): pg.Pool {
  // Without a limit for idle ones: tests leave a transaction or a lock open.
  const pool = pools.get(url) ?? new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 });
  if (!pools.has(url)) pool.on('error', () => {});
  pools.set(url, pool);
  return pool;
}
