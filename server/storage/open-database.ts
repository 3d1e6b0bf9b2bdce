import { PrismaClient } from '../../prisma/generated/sqlite/client';
import type { Database } from './database';
import { migrate } from './migrate';
import { openPostgresql } from './postgresql-client';
import { migratePostgresql } from './postgresql-migrate';
import { SafeSqlite, type SafeSqliteOptions } from './safe-sqlite';

/** Where the data is: in PostgreSQL if there is an address, else in the file. */
export type DatabasePlace = { databaseFile: string; databaseUrl: string | null };

/** Opens Prisma's client for the process that writes. */
export function openDatabase({ databaseFile, databaseUrl }: DatabasePlace): Database {
  return databaseUrl === null ? openSqlite({ file: databaseFile, busyTimeoutMs: 0 }) : openPostgresql(databaseUrl);
}

export function openSqlite(options: SafeSqliteOptions): Database {
  // The other formats capture a stack trace for every statement.
  return new PrismaClient({ adapter: new SafeSqlite(options), errorFormat: 'minimal' });
}

/** Applies missing migrations. Resolves to their names, oldest first. @throws Error; the message says what to do */
export function migrateDatabase({ databaseFile, databaseUrl }: DatabasePlace): Promise<string[]> {
  return databaseUrl === null ? migrate(databaseFile) : migratePostgresql(databaseUrl);
}
