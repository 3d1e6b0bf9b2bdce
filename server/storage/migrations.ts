import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage } from '../../lib/error-message';
import { projectRoot } from './project-root';
import type { Migration, Provider, SchemaSession } from './schema-engine';

/** A row of `_prisma_migrations`. */
export type Applied = { name: string; checksum: string; finished: boolean | number };

/** The applied migrations by `_prisma_migrations`, without those that were rolled back. */
export const APPLIED_MIGRATIONS = `
  SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`;

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

/** A database to be brought up to date. */
export type MigrationTarget = {
  /** As messages call it. */
  name: string;
  readApplied: () => readonly Applied[] | Promise<readonly Applied[]>;
  /** Opens Prisma's schema engine in one transaction. */
  openEngine: () => Promise<SchemaSession>;
};

/**
 * Brings a database up to date, and returns the names of the applied migrations, oldest first. Applies all or none: a
 * failure or a kill leaves the database as it was. If nothing is missing, this takes two small queries, because Prisma's
 * engine (5 MB of WebAssembly) is loaded only for a missing migration.
 * @throws Error if these migrations do not lead to this database; the message says what to do
 */
export async function applyMissing(target: MigrationTarget, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder);
  if (migrations.length === 0) {
    throw new Error(`There are no migrations in ${folder}: the program is incomplete. Unpack or clone it again.`);
  }
  const applied = await target.readApplied();
  refuseAnotherHistory(target.name, migrations, applied);
  if (isCurrent(migrations, applied)) return [];

  const session = await target.openEngine();
  try {
    const names = await session.apply(migrations);
    await session.commit();
    return names;
  } catch (error) {
    const reason = errorMessage(error);
    throw new Error(
      `${target.name} could not be migrated: ${reason}\nNothing was changed. ` +
        'Start the Heatlamp that used this database before, or put back a backup.',
      { cause: error },
    );
  } finally {
    await session.close();
  }
}

/** Whether no migration is missing. */
export function isCurrent(migrations: readonly Migration[], applied: readonly Applied[]): boolean {
  return migrations.every(({ name }) => applied.some((one) => one.name === name));
}

/** @throws Error if these migrations do not lead to a database with the applied ones; the message says what to do */
export function refuseAnotherHistory(database: string, migrations: Migration[], applied: readonly Applied[]): void {
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
