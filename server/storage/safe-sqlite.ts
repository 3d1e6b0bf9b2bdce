import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { DriverAdapterError, type SqlDriverAdapter, type Transaction } from '@prisma/driver-adapter-utils';
import type Database from 'better-sqlite3';
import { setPragmas } from './database-file';
import { cacheStatements } from './read-source';

export type SafeSqliteOptions = {
  file: string;
  /** How long one statement may wait for another process's lock, blocking this thread. 0 on the writer. */
  busyTimeoutMs: number;
  /** Refuses every write. */
  readOnly?: boolean;
};

/**
 * Prisma's better-sqlite3 adapter with three faults of version 7.10 fixed: after a failed COMMIT it stays inside the
 * transaction, so that later writes report success and are lost; after a failed BEGIN it keeps its lock; and a reconnect
 * resets `synchronous` to NORMAL, with which a power failure loses acknowledged commits.
 */
export class SafeSqlite extends PrismaBetterSqlite3 {
  readonly #options: SafeSqliteOptions;

  constructor(options: SafeSqliteOptions) {
    // Dates are stored as epoch milliseconds like all other instants, because text would sort differently.
    super({ url: `file:${options.file}`, timeout: options.busyTimeoutMs }, { timestampFormat: 'unixepoch-ms' });
    this.#options = options;
  }

  override async connect(): Promise<SqlDriverAdapter> {
    // `client`, the better-sqlite3 handle, is missing from the adapter's public type.
    const adapter = (await super.connect()) as SqlDriverAdapter & { client: Database.Database };
    const database = adapter.client;
    try {
      setPragmas(database, this.#options.readOnly ?? false);
      // Else what is erased can still be read in unused parts of the file.
      database.pragma('secure_delete = ON');
    } catch (error) {
      database.close();
      throw error;
    }
    const prepare = cacheStatements(database);
    adapter.startTransaction = forPrisma(adapter, inTurn(database, prepare));
    return adapter;
  }
}

/** An open transaction. Ending it lets the next one begin. */
type Begun = { commit: () => void; rollback: () => void };

/** Begins transactions one at a time with BEGIN IMMEDIATE. A failure leaves none open. */
function inTurn(database: Database.Database, prepare: (sql: string) => Database.Statement): () => Promise<Begun> {
  const begin = prepare('BEGIN IMMEDIATE');
  const commit = prepare('COMMIT');
  const rollback = prepare('ROLLBACK');
  let tail: Promise<void> = Promise.resolve();

  return async () => {
    let release = () => {};
    const before = tail;
    tail = new Promise((done) => {
      release = done;
    });
    await before;
    try {
      begin.run();
    } catch (error) {
      release();
      throw asDriverError(error);
    }
    return {
      commit() {
        try {
          commit.run();
        } catch (error) {
          if (database.inTransaction) rollback.run();
          throw asDriverError(error);
        } finally {
          release();
        }
      },
      rollback() {
        try {
          if (database.inTransaction) rollback.run();
        } finally {
          release();
        }
      },
    };
  };
}

/** The same transactions in the form that Prisma's client expects. */
function forPrisma(adapter: SqlDriverAdapter, begin: () => Promise<Begun>) {
  return async (): Promise<Transaction> => {
    const { commit, rollback } = await begin();
    return {
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      // With this option Prisma sends no COMMIT or ROLLBACK statement of its own.
      options: { usePhantomQuery: true },
      queryRaw: adapter.queryRaw.bind(adapter),
      executeRaw: adapter.executeRaw.bind(adapter),
      commit: async () => commit(),
      rollback: async () => rollback(),
    } as Transaction;
  };
}

/** Converts an error of SQLite to the form in which the adapter reports errors of queries. */
function asDriverError(error: unknown): Error {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error as Error;
  const cause = { kind: 'sqlite' as const, extendedCode: 1, message: error.message };
  return new DriverAdapterError({ ...cause, originalCode: error.code, originalMessage: error.message });
}
