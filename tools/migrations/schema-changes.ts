import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import {
  migrate,
  migratePostgresql,
  migrationsFolder,
  type Provider,
  readMigrations,
} from '../../server/storage/migrate';
import { startPostgresql } from '../harness/postgresql';
import { projectRoot } from '../set-up/project-root.mjs';

/**
 * The SQL from the current migrations to the schema of a database; null if they agree. The migrations are applied to a new
 * database: a file, or in a PostgreSQL that is started for it. @throws if a migration fails
 */
export async function schemaChanges(provider: Provider): Promise<string | null> {
  const hasMigrations = readMigrations(migrationsFolder(provider)).length > 0;
  if (provider === 'sqlite') {
    const folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-schema-'));
    const file = path.join(folder, 'heatlamp.db');
    try {
      if (hasMigrations) await migrate(file);
      dropPartialIndexes(file);
      return await changesIn(new PrismaBetterSqlite3({ url: `file:${file}` }), provider);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const postgresql = await startPostgresql();
  const url = await postgresql.createDatabase('migrations');
  const pool = new CatalogueReader({ connectionString: url });
  try {
    if (hasMigrations) await migratePostgresql(url);
    return await changesIn(new CatalogueAdapter(pool), provider);
  } finally {
    await pool.end();
    await postgresql.stop();
  }
}

/** The models have no partial indexes, and the engine cannot describe those of SQLite. */
function dropPartialIndexes(file: string): void {
  const database = new SqliteDatabase(file);
  const partial = `SELECT "name" FROM "sqlite_master" WHERE "type" = 'index' AND "sql" LIKE '% WHERE %'`;
  for (const name of database.prepare(partial).pluck().all()) database.exec(`DROP INDEX "${name}"`);
  database.close();
}

async function changesIn(adapter: SqlMigrationAwareDriverAdapterFactory, provider: Provider): Promise<string | null> {
  const file = path.join(projectRoot, 'prisma', provider, 'schema.prisma');
  const files = [{ path: file, content: readFileSync(file, 'utf8') }];
  loadEngine();
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [['schema.prisma', `datasource db {\n  provider = "${provider}"\n}\n`]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: path.dirname(file) }, // the database of the adapter
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? null : (stdout ?? '');
  } finally {
    engine.free();
  }
}

/** A member of the process, because copies of this module share the bindings: those of several projects of vitest. */
const LOADED = Symbol.for('heatlamp.schemaEngine');

/**
 * Instantiates Prisma's schema engine, because the main entry of its package imports a .wasm file, which Node.js cannot
 * without a flag. Done once per process, because another instance would take the memory of its bindings.
 */
function loadEngine(): void {
  if (Reflect.has(process, LOADED)) return;
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = new WebAssembly.Module(readFileSync(path.join(path.dirname(entry), 'schema_engine_bg.wasm')));
  const { exports } = new WebAssembly.Instance(wasm, {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(exports);
  (exports['__wbindgen_start'] as (() => void) | undefined)?.();
  Reflect.set(process, LOADED, true);
}

const { CHAR, TEXT } = pg.types.builtins;

/** Also reads PostgreSQL's type "char", which only its catalogue has, as text: the stock adapter refuses it. */
class CatalogueReader extends pg.Pool {
  /** The columns of that type, by the rows of a result. */
  readonly characters = new WeakMap<object, ReadonlySet<number>>();

  override async query(...query: unknown[]): Promise<never> {
    const found: pg.QueryResult | pg.QueryResult[] = await Reflect.apply(super.query, this, query);
    for (const { fields, rows } of [found].flat()) {
      const characters = fields.flatMap(({ dataTypeID }, index) => (dataTypeID === CHAR ? index : []));
      for (const index of characters) (fields[index] as pg.FieldDef).dataTypeID = TEXT;
      this.characters.set(rows, new Set(characters));
    }
    return found as never;
  }
}

class CatalogueAdapter extends PrismaPg {
  readonly #pool: CatalogueReader;

  constructor(pool: CatalogueReader) {
    super(pool);
    this.#pool = pool;
  }

  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const found = await queryRaw(query);
      const characters = this.#pool.characters.get(found.rows);
      const columnTypes = found.columnTypes.map((type, index) =>
        characters?.has(index) ? ColumnTypeEnum.Character : type,
      );
      return { ...found, columnTypes };
    };
    return adapter;
  }
}
