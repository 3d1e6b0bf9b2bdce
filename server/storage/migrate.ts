import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { bindMigrationAwareSqlAdapterFactory, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import Database from 'better-sqlite3';
import { projectRoot } from './project-root';

/** A folder under prisma/migrations. The checksum is that of Prisma: SHA-256 in lower-case hexadecimal. */
export type Migration = { name: string; sql: string; checksum: string };

type Applied = { name: string; checksum: string; finished: number };

const DATASOURCE = 'datasource db {\n  provider = "sqlite"\n}\n';

/** Required by the engine: no tables are excluded. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

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

/**
 * Brings a SQLite database up to date, and returns the names of the applied migrations, oldest first. Applies all or
 * none: a failure or a kill leaves the file as it was. If nothing is missing, this takes two small queries, because
 * Prisma's engine (5 MB of WebAssembly) is loaded only for a missing migration.
 * @throws Error if these migrations do not lead to this database; the message says what to do
 */
export async function migrate(databaseFile: string, folder = ourMigrations()): Promise<string[]> {
  const migrations = readMigrations(folder);
  if (migrations.length === 0) {
    throw new Error(`There are no migrations in ${folder}: the program is incomplete. Unpack or clone it again.`);
  }
  const applied = readApplied(databaseFile);
  refuseAnotherHistory(databaseFile, migrations, applied);
  if (migrations.every(({ name }) => applied.some((one) => one.name === name))) return [];

  const session = await openSchemaEngine(databaseFile);
  try {
    const names = await session.apply(migrations);
    session.commit();
    return names;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${databaseFile} could not be migrated: ${reason}\nNothing was changed. ` +
        'Start the Heatlamp that used this database before, or put back a backup.',
      { cause: error },
    );
  } finally {
    session.close();
  }
}

function ourMigrations(): string {
  return path.join(projectRoot(), 'prisma', 'migrations', 'sqlite');
}

/**
 * Whether a database was created by this Heatlamp or an older one; false if it is not Heatlamp's. Writes nothing.
 * @throws Error if it was created by a newer Heatlamp, or with other migrations
 */
export function isOurs(databaseFile: string): boolean {
  const applied = readApplied(databaseFile, { readonly: true });
  refuseAnotherHistory(databaseFile, readMigrations(ourMigrations()), applied);
  return applied.length > 0;
}

/** The applied migrations by `_prisma_migrations`, without those that were rolled back. */
function readApplied(databaseFile: string, options: Database.Options = {}): Applied[] {
  const database = new Database(databaseFile, options);
  try {
    const kept = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_prisma_migrations'");
    if (!kept.get()) return [];
    const rows = database.prepare<[], Applied>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
    );
    return rows.all();
  } finally {
    database.close();
  }
}

function refuseAnotherHistory(databaseFile: string, migrations: Migration[], applied: Applied[]): void {
  for (const { name, checksum, finished } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known) {
      throw new Error(
        `${databaseFile} was last used by a newer Heatlamp: it has the migration ${name}, which this program does ` +
          'not know. Start that newer Heatlamp, or put back a backup from before the update.',
      );
    }
    if (!finished) {
      throw new Error(
        `The migration ${name} of ${databaseFile} was begun and not finished, so its tables may be incomplete. ` +
          'Put back a backup from before the update.',
      );
    }
    if (known.checksum !== checksum) {
      throw new Error(
        `The migration ${name} is not the one that ${databaseFile} was made with: its file was changed afterwards. ` +
          `Put prisma/migrations/sqlite/${name}/migration.sql back as it was; a change belongs in a new migration.`,
      );
    }
  }
}

/**
 * Opens Prisma's schema engine on a SQLite file (or `:memory:`), in one transaction. Call `commit`, then `close`; `close`
 * alone rolls back.
 */
export async function openSchemaEngine(databaseFile: string) {
  loadEngine();
  const factory = new OneTransaction({ url: `file:${databaseFile}` });
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [['schema.prisma', DATASOURCE]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  return {
    engine,
    async apply(migrations: Migration[]): Promise<string[]> {
      const migrationsList = {
        baseDir: 'migrations',
        lockfile: { path: 'migration_lock.toml', content: 'provider = "sqlite"\n' },
        shadowDbInitScript: '',
        migrationDirectories: migrations.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
        })),
      };
      return (await engine.applyMigrations({ migrationsList, filters: NO_FILTERS })).appliedMigrationNames;
    },
    commit: () => factory.commit(),
    close(): void {
      engine.free();
      factory.close();
    },
  };
}

let engineLoaded = false;

/**
 * Instantiates the engine, because the main entry of its package imports a .wasm file, which Node.js 20 cannot. Done once
 * per process, because its bindings always use the memory of the first instance.
 */
function loadEngine(): void {
  if (engineLoaded) return;
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = new WebAssembly.Module(readFileSync(path.join(path.dirname(entry), 'schema_engine_bg.wasm')));
  const { exports } = new WebAssembly.Instance(wasm, {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(exports);
  (exports['__wbindgen_start'] as (() => void) | undefined)?.();
  engineLoaded = true;
}

/**
 * Runs all statements in one transaction: the stock adapter commits each by itself, so a crash leaves an incomplete
 * schema. Foreign keys are turned off before BEGIN, because the PRAGMA in a migration is ignored inside a transaction,
 * and the DROP TABLE of a rebuilt table would delete the rows that refer to it. They are checked before COMMIT.
 */
class OneTransaction extends PrismaBetterSqlite3 {
  #database: Database.Database | undefined;

  override async connect(): Promise<SqlDriverAdapter> {
    // `client`, the better-sqlite3 handle, is missing from the adapter's public type.
    const adapter = (await super.connect()) as SqlDriverAdapter & { client: Database.Database };
    this.#database = adapter.client;
    this.#database.pragma('foreign_keys = OFF');
    this.#database.exec('BEGIN IMMEDIATE');
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
