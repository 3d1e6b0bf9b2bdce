import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import pg from 'pg';
import { errorMessage } from '../../lib/error-message';
import { projectRoot } from '../project-root';
import { forPostgresql } from '../sql/postgresql';
import { READ_ONLY, shortOf } from './failure';
import { NO_RIGHT, nameOf, tooFewRights } from './postgresql';

/** A database, as Prisma names it. */
export type Provider = 'sqlite' | 'postgresql';

/** A folder under prisma/migrations. The checksum is that of Prisma: SHA-256 in lower-case hexadecimal. */
type Migration = { name: string; sql: string; checksum: string };

/** A row of `_prisma_migrations`. */
export type Applied = { name: string; checksum: string; finished: boolean | number };

/** The applied migrations by `_prisma_migrations`, without those that were rolled back. */
export const APPLIED_MIGRATIONS = `
  SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`;

/** The table as Prisma's own commands make it, so that they can be used on the database. */
const createMigrations = (provider: Provider) => {
  const instant = provider === 'sqlite' ? 'DATETIME' : 'TIMESTAMPTZ';
  return `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" ${instant},
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" ${instant},
    "started_at" ${instant} NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`;
};
const INSERT_MIGRATION = `
  INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
  VALUES (?, ?, ?, CURRENT_TIMESTAMP, 1)`;

/** The folder with the migrations for a database. */
export function migrationsFolder(provider: Provider): string {
  return path.join(projectRoot(), 'prisma', 'migrations', provider);
}

/**
 * The migrations in a folder, oldest first. Line ends are made LF, so that a checkout on Windows has equal checksums.
 */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: path.join(folder, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const sql = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Those that a database lacks. */
function missingOf(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  return migrations.filter(({ name }) => !applied.some((one) => one.name === name));
}

/** @throws Error if these migrations do not lead to a database with the applied ones; the message says what to do */
function refuseAnotherHistory(database: string, migrations: readonly Migration[], applied: readonly Applied[]): void {
  for (const { name, checksum, finished } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known) {
      throw new Error(
        `${database} was last used by a newer Heatlamp: it has the migration ${name}, which this program does ` +
          'not know. Start that newer Heatlamp, or put back a backup from before the update.',
      );
    }
    if (!finished) {
      throw new Error(
        `The migration ${name} of ${database} was begun and not finished, so its tables may be incomplete. ` +
          'Put back a backup from before the update.',
      );
    }
    if (known.checksum !== checksum) {
      throw new Error(
        `The migration ${name} is not the one that ${database} was made with: its file was changed afterwards. ` +
          `Put the migration.sql of ${name} back as it was; a change belongs in a new migration.`,
      );
    }
  }
}

/** A connection inside a transaction. */
type Transaction = {
  provider: Provider;
  /** Runs a script, or one statement with values for its question marks. */
  run: (sql: string, ...values: string[]) => unknown;
  commit: () => unknown;
  /** Closes the connection. Without `commit` before, nothing has changed. */
  close: () => unknown;
};

/**
 * Applies the migrations that a database lacks, all or none: a failure or a kill leaves the database as it was. Resolves to
 * their names, oldest first. @throws Error; the message says what to do
 */
async function applyMissing(
  database: string,
  folder: string,
  applied: readonly Applied[],
  begin: () => Transaction | Promise<Transaction>,
): Promise<string[]> {
  const migrations = readMigrations(folder);
  if (migrations.length === 0)
    throw new Error(`There are no migrations in ${folder}: the program is incomplete. Unpack or clone it again.`);
  refuseAnotherHistory(database, migrations, applied);
  const missing = missingOf(migrations, applied);
  if (missing.length === 0) return [];
  const transaction = await begin();
  try {
    await transaction.run(createMigrations(transaction.provider));
    for (const { name, sql, checksum } of missing) {
      await transaction.run(sql);
      await transaction.run(INSERT_MIGRATION, randomUUID(), checksum, name);
    }
    await transaction.commit();
    return missing.map(({ name }) => name);
  } catch (error) {
    throw new Error(
      `${database} could not be migrated: ${errorMessage(error)}\nNothing was changed. ` +
        'Start the Heatlamp that used this database before, or put back a backup.',
      { cause: error },
    );
  } finally {
    await transaction.close();
  }
}

/** Brings a SQLite database up to date, as `applyMissing` does. @throws Error; the message says what to do */
export async function migrate(databaseFile: string, folder = migrationsFolder('sqlite')): Promise<string[]> {
  return applyMissing(databaseFile, folder, readApplied(databaseFile), () => beginSqlite(databaseFile));
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
 * Foreign keys are turned off before BEGIN, because the PRAGMA in a migration is ignored inside a transaction, and the DROP
 * TABLE of a rebuilt table would delete the rows that refer to it. They are checked before COMMIT.
 */
function beginSqlite(databaseFile: string): Transaction {
  const database = new Database(databaseFile);
  try {
    database.pragma('foreign_keys = OFF');
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    provider: 'sqlite',
    run: (sql, ...values) => (values.length > 0 ? database.prepare(sql).run(...values) : database.exec(sql)),
    commit() {
      const orphans = database.pragma('foreign_key_check') as unknown[];
      if (orphans.length > 0) throw new Error(`${orphans.length} rows would refer to rows that do not exist.`);
      database.exec('COMMIT');
    },
    close: () => database.close(),
  };
}

/**
 * Whether a SQLite database was created by this Heatlamp or an older one; false if it is not Heatlamp's. Writes nothing.
 * @throws Error if it was created by a newer Heatlamp, or with other migrations
 */
export function isOurs(databaseFile: string): boolean {
  const applied = readApplied(databaseFile, { readonly: true });
  refuseAnotherHistory(databaseFile, readMigrations(migrationsFolder('sqlite')), applied);
  return applied.length > 0;
}

/**
 * How long a migration of PostgreSQL waits for a lock, in ms. The statements of nodes that are running wait behind it, also
 * if it waits itself for a report that reads the table.
 */
const LOCK_TIMEOUT_MS = 500;
/** Codes of PostgreSQL for that, and for a deadlock with a node. */
const BUSY: readonly unknown[] = ['55P03', '40P01'];
/** How often it is tried again, because other nodes used the tables, and after which pause. */
const MAX_TRIES = 60;
const LOCK_AGAIN_MS = 1_000;

/**
 * Brings a PostgreSQL database up to date, as `applyMissing` does. Nodes of the version before may be running.
 * @throws Error; the message says what to do
 */
export async function migratePostgresql(url: string, folder = migrationsFolder('postgresql')): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyMissing(nameOf(url), folder, await readAppliedPostgresql(url), () => beginPostgresql(url));
    } catch (error) {
      const { cause } = error as { cause?: { code?: unknown } };
      if (cause?.code === NO_RIGHT) throw new Error(tooFewRights(url, cause));
      if (cause?.code === READ_ONLY)
        throw new Error(`${nameOf(url)} can only be read (${shortOf(cause)}): use the main database, not a replica`);
      if (!BUSY.includes(cause?.code) || tries === MAX_TRIES) throw error;
      await wait(LOCK_AGAIN_MS);
    }
  }
}

/** PostgreSQL can also roll back the making of tables. */
async function beginPostgresql(url: string): Promise<Transaction> {
  const client = new pg.Client({ connectionString: url, options: `-c lock_timeout=${LOCK_TIMEOUT_MS}` });
  await client.connect();
  await client.query('BEGIN');
  return {
    provider: 'postgresql',
    run: (sql, ...values) => (values.length > 0 ? client.query(forPostgresql(sql), values) : client.query(sql)),
    commit: () => client.query('COMMIT'),
    close: () => client.end(),
  };
}

async function readAppliedPostgresql(url: string): Promise<Applied[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ kept: boolean }>(
      `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS "kept"`,
    );
    return rows[0]?.kept ? (await client.query<Applied>(APPLIED_MIGRATIONS)).rows : [];
  } finally {
    await client.end();
  }
}

/** Whether this version has no migration that is missing. @throws Error if a newer Heatlamp used the database */
export async function isUpToDate(url: string): Promise<boolean> {
  const migrations = readMigrations(migrationsFolder('postgresql'));
  const applied = await readAppliedPostgresql(url);
  refuseAnotherHistory(nameOf(url), migrations, applied);
  return missingOf(migrations, applied).length === 0;
}

/** Where the data is: in PostgreSQL if there is an address, else in the file. */
export type DatabasePlace = { databaseFile: string; databaseUrl: string | null };

/** Whether an older Heatlamp was the last to use a database. @throws an error of the driver */
export async function isOfOlderVersion({ databaseFile, databaseUrl }: DatabasePlace): Promise<boolean> {
  const [provider, applied] =
    databaseUrl === null
      ? (['sqlite', readApplied(databaseFile, { readonly: true })] as const)
      : (['postgresql', await readAppliedPostgresql(databaseUrl)] as const);
  return applied.length > 0 && missingOf(readMigrations(migrationsFolder(provider)), applied).length > 0;
}

/** Applies missing migrations. Resolves to their names, oldest first. @throws Error; the message says what to do */
export function migrateDatabase({ databaseFile, databaseUrl }: DatabasePlace): Promise<string[]> {
  return databaseUrl === null ? migrate(databaseFile) : migratePostgresql(databaseUrl);
}
