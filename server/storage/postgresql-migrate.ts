import { setTimeout as wait } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { READ_ONLY, shortOf } from './failure';
import {
  APPLIED_MIGRATIONS,
  type Applied,
  applyMissing,
  isCurrent,
  migrationsFolder,
  readMigrations,
  refuseAnotherHistory,
} from './migrations';
import { NO_RIGHT, nameOf, tooFewRights } from './postgresql';
import { openSchemaEngine, type SchemaSession } from './schema-engine';

const { CHAR, TEXT } = pg.types.builtins;
const { Character } = ColumnTypeEnum;

/**
 * How long a migration waits for a lock, in ms. The statements of nodes that are running wait behind it, also if it waits
 * itself for a report that reads the table.
 */
const LOCK_TIMEOUT_MS = 500;
/** Codes of PostgreSQL for that, and for a deadlock with a node. */
const BUSY: readonly unknown[] = ['55P03', '40P01'];
/** How often it is tried again, because other nodes used the tables, and after which pause. */
const MAX_TRIES = 60;
const RETRY_MS = 1_000;

/**
 * Brings a PostgreSQL database up to date, as `applyMissing` does. Nodes of the version before may be running.
 * @throws Error; the message says what to do
 */
export async function migratePostgresql(url: string, folder = migrationsFolder('postgresql')): Promise<string[]> {
  const target = {
    name: nameOf(url),
    readApplied: () => readAppliedPostgresql(url),
    openEngine: () => openPostgresqlEngine(url),
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyMissing(target, folder);
    } catch (error) {
      const { cause } = error as { cause?: { code?: unknown } };
      if (cause?.code === NO_RIGHT) throw new Error(tooFewRights(url, cause));
      if (cause?.code === READ_ONLY)
        throw new Error(`${nameOf(url)} can only be read (${shortOf(cause)}): use the main database, not a replica`);
      if (!BUSY.includes(cause?.code) || tries === MAX_TRIES) throw error;
      await wait(RETRY_MS);
    }
  }
}

/** Whether this version has no migration that is missing. @throws Error if a newer Heatlamp used the database */
export async function isUpToDate(url: string): Promise<boolean> {
  const migrations = readMigrations(migrationsFolder('postgresql'));
  const applied = await readAppliedPostgresql(url);
  refuseAnotherHistory(nameOf(url), migrations, applied);
  return isCurrent(migrations, applied);
}

export async function readAppliedPostgresql(url: string): Promise<Applied[]> {
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

/** Opens Prisma's schema engine on a PostgreSQL database. */
export async function openPostgresqlEngine(url: string): Promise<SchemaSession> {
  // The pool's only connection is never idle for too long, so that it stays the one with the transaction.
  const options = `-c lock_timeout=${LOCK_TIMEOUT_MS}`;
  const pool = new CatalogueReader({ connectionString: url, max: 1, idleTimeoutMillis: 0, options });
  await pool.query('BEGIN');
  const transaction = new PostgresqlTransaction(pool);
  const session = await openSchemaEngine(transaction, 'postgresql');
  return {
    ...session,
    apply: (migrations) =>
      session.apply(migrations).catch((error: unknown) => {
        throw pool.failure ?? error;
      }),
  };
}

/** Also reads PostgreSQL's type "char", which only its catalogue has, as text: the stock adapter refuses it. */
class CatalogueReader extends pg.Pool {
  /** The columns of that type, by the rows of a result. */
  readonly characters = new WeakMap<object, ReadonlySet<number>>();
  /** Why the first statement failed, which the engine says only as text. */
  failure: unknown = null;

  override async query(...query: unknown[]): Promise<never> {
    // A script has a result for each of its statements.
    const running: Promise<pg.QueryResult | pg.QueryResult[]> = Reflect.apply(super.query, this, query);
    const found = await running.catch((error: unknown) => {
      this.failure ??= error;
      throw error;
    });
    for (const { fields, rows } of [found].flat()) {
      const characters = fields.flatMap(({ dataTypeID }, index) => (dataTypeID === CHAR ? index : []));
      for (const index of characters) (fields[index] as pg.FieldDef).dataTypeID = TEXT;
      this.characters.set(rows, new Set(characters));
    }
    return found as never;
  }
}

/** Runs all statements in one transaction: PostgreSQL can also roll back the making of tables. */
class PostgresqlTransaction extends PrismaPg {
  readonly #pool: CatalogueReader;

  constructor(pool: CatalogueReader) {
    super(pool);
    this.#pool = pool;
  }

  override async connect() {
    const adapter = await super.connect();
    // The stock adapter cuts scripts at each semicolon, also inside the body of a function.
    adapter.executeScript = async (script) => {
      await this.#pool.query(script);
    };
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const found = await queryRaw(query);
      const characters = this.#pool.characters.get(found.rows);
      const columnTypes = found.columnTypes.map((type, index) => (characters?.has(index) ? Character : type));
      return { ...found, columnTypes };
    };
    return adapter;
  }

  async commit(): Promise<void> {
    await this.#pool.query('COMMIT');
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
