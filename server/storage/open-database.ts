import { PrismaClient } from '../../prisma/generated/sqlite/client';
import type { Database } from './database';
import { migrate, readApplied } from './migrate';
import { isCurrent, migrationsFolder, readMigrations } from './migrations';
import { openPostgresql } from './postgresql-client';
import { migratePostgresql, readAppliedPostgresql } from './postgresql-migrate';
import { SafeSqlite, type SafeSqliteOptions } from './safe-sqlite';

/** Where the data is: in PostgreSQL if there is an address, else in the file. */
export type DatabasePlace = { databaseFile: string; databaseUrl: string | null };
/**
 * The same for reading: history and reports may be read from a replica of PostgreSQL, if there is an address. Their
 * columns take `reportBytes` at most.
 */
export type ReadingPlace = DatabasePlace & { replicaUrl: string | null; reportBytes: number };

/** Opens Prisma's client for the process that writes. */
export function openDatabase({ databaseFile, databaseUrl }: DatabasePlace): Database {
  return databaseUrl === null ? openSqlite({ file: databaseFile, busyTimeoutMs: 0 }) : openPostgresql(databaseUrl);
}

export function openSqlite(options: SafeSqliteOptions): Database {
  // The other formats capture a stack trace for every statement.
  return new PrismaClient({ adapter: new SafeSqlite(options), errorFormat: 'minimal' });
}

/** Whether an older Heatlamp was the last to use a database. @throws an error of the driver */
export async function isOfOlderVersion({ databaseFile, databaseUrl }: DatabasePlace): Promise<boolean> {
  const [provider, applied] =
    databaseUrl === null
      ? (['sqlite', readApplied(databaseFile, { readonly: true })] as const)
      : (['postgresql', await readAppliedPostgresql(databaseUrl)] as const);
  return applied.length > 0 && !isCurrent(readMigrations(migrationsFolder(provider)), applied);
}

/** Applies missing migrations. Resolves to their names, oldest first. @throws Error; the message says what to do */
export function migrateDatabase({ databaseFile, databaseUrl }: DatabasePlace): Promise<string[]> {
  return databaseUrl === null ? migrate(databaseFile) : migratePostgresql(databaseUrl);
}
