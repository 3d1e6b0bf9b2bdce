import SqliteDatabase from 'better-sqlite3';
import { PrismaClient } from '../../prisma/generated/sqlite/client';
import type { Source } from '../sql/statements';
import type { Database } from './database';
import { statementsOn } from './driver-statements';
import { migrate } from './migrate';
import { openPostgresql, openReadPool } from './postgresql';
import { migratePostgresql } from './postgresql-migrate';
import { SafeSqlite, type SafeSqliteOptions, setPragmas } from './safe-sqlite';

/** Where the data is: in PostgreSQL if there is an address, else in the file. */
export type DatabasePlace = { databaseFile: string; databaseUrl: string | null };

export type ReadSource = Source & { close: () => void | Promise<void> };

/** How long a reader waits for another process's lock, blocking its thread. */
const READER_BUSY_MS = 100;

/** Opens Prisma's client for the process that writes. */
export function openDatabase({ databaseFile, databaseUrl }: DatabasePlace): Database {
  return databaseUrl === null ? openSqlite({ file: databaseFile, busyTimeoutMs: 0 }) : openPostgresql(databaseUrl);
}

export function openSqlite(options: SafeSqliteOptions): Database {
  return new PrismaClient({ adapter: new SafeSqlite(options) });
}

/** Applies missing migrations. Resolves to their names, oldest first. @throws Error; the message says what to do */
export function migrateDatabase({ databaseFile, databaseUrl }: DatabasePlace): Promise<string[]> {
  return databaseUrl === null ? migrate(databaseFile) : migratePostgresql(databaseUrl);
}

/**
 * Opens a database for reading only, without Prisma's client, which takes 25 MB: the statements of the reader are fixed.
 */
export function openForReading({ databaseFile, databaseUrl }: DatabasePlace): ReadSource {
  if (databaseUrl !== null) return openReadPool(databaseUrl);
  const database = new SqliteDatabase(databaseFile, { timeout: READER_BUSY_MS, fileMustExist: true });
  setPragmas(database, true);
  return { ...statementsOn(database.prepare.bind(database)), close: () => void database.close() };
}
