import { PrismaClient } from '../../prisma/generated/sqlite/client';
import type { Database } from './database';
import type { DatabasePlace } from './migrate';
import { openPostgresql } from './postgresql-client';
import { SafeSqlite, type SafeSqliteOptions } from './safe-sqlite';

/** Where reading finds the data: history and reports may be read from a replica of PostgreSQL, if there is an address. */
export type ReadingPlace = DatabasePlace & { replicaUrl: string | null };

/** Opens Prisma's client for the process that writes. */
export function openDatabase({ databaseFile, databaseUrl }: DatabasePlace): Database {
  return databaseUrl === null ? openSqlite({ file: databaseFile, busyTimeoutMs: 0 }) : openPostgresql(databaseUrl);
}

export function openSqlite(options: SafeSqliteOptions): Database {
  // The other formats capture a stack trace for every statement.
  return new PrismaClient({ adapter: new SafeSqlite(options), errorFormat: 'minimal' });
}
