import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import {
  APPLIED_MIGRATIONS,
  type Applied,
  applyMissing,
  migrationsFolder,
  readMigrations,
  refuseAnotherHistory,
} from './migrations';
import { openSchemaEngine, type SchemaSession } from './schema-engine';

/** Brings a SQLite database up to date, as `applyMissing` does. @throws Error; the message says what to do */
export function migrate(databaseFile: string, folder = migrationsFolder('sqlite')): Promise<string[]> {
  const target = {
    name: databaseFile,
    readApplied: () => readApplied(databaseFile),
    openEngine: () => openSqliteEngine(databaseFile),
  };
  return applyMissing(target, folder);
}

/** Opens Prisma's schema engine on a SQLite file, or on `:memory:`. */
export function openSqliteEngine(databaseFile: string): Promise<SchemaSession> {
  const transaction = new SqliteTransaction({ url: `file:${databaseFile}` });
  return openSchemaEngine(transaction, 'sqlite').catch((error: unknown) => {
    throw transaction.failure ?? error;
  });
}

/**
 * Whether a database was created by this Heatlamp or an older one; false if it is not Heatlamp's. Writes nothing.
 * @throws Error if it was created by a newer Heatlamp, or with other migrations
 */
export function isOurs(databaseFile: string): boolean {
  const applied = readApplied(databaseFile, { readonly: true });
  refuseAnotherHistory(databaseFile, readMigrations(migrationsFolder('sqlite')), applied);
  return applied.length > 0;
}

export function readApplied(databaseFile: string, options: Database.Options = {}): Applied[] {
  const database = new Database(databaseFile, options);
  try {
    const kept = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_prisma_migrations'");
    return kept.get() ? database.prepare<[], Applied>(APPLIED_MIGRATIONS).all() : [];
  } finally {
    database.close();
  }
}

/**
 * Runs all statements in one transaction: the stock adapter commits each by itself, so a crash leaves an incomplete
 * schema. Foreign keys are turned off before BEGIN, because the PRAGMA in a migration is ignored inside a transaction,
 * and the DROP TABLE of a rebuilt table would delete the rows that refer to it. They are checked before COMMIT.
 */
class SqliteTransaction extends PrismaBetterSqlite3 {
  #database: Database.Database | undefined;
  /** Why it could not begin, of which the engine says only "External error". */
  failure: unknown;

  override async connect(): Promise<SqlDriverAdapter> {
    // `client`, the better-sqlite3 handle, is missing from the adapter's public type.
    const adapter = (await super.connect()) as SqlDriverAdapter & { client: Database.Database };
    this.#database = adapter.client;
    try {
      this.#database.pragma('foreign_keys = OFF');
      this.#database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      this.#database.close();
      this.failure = error;
      throw error;
    }
    return adapter;
  }

  commit(): void {
    const orphans = this.#database?.pragma('foreign_key_check') as unknown[];
    if (orphans.length > 0) throw new Error(`${orphans.length} rows would refer to rows that do not exist.`);
    this.#database?.exec('COMMIT');
  }

  close(): void {
    this.#database?.close();
  }
}
