import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import { errorMessage } from '../../lib/error-message';
import { PrismaClient as PostgresqlClient } from '../../prisma/generated/postgresql/client';
import { PrismaClient as SqliteClient } from '../../prisma/generated/sqlite/client';
import { forPostgresql } from '../sql/postgresql';
import type { Value } from '../sql/statements';
import type { Database } from './database';
import type { DatabasePlace } from './migrate';
import { CONNECTIONS, connectionTo, statementNameGenerator, WRITE_TIMEOUT_MS } from './postgresql';
import { SafeSqlite, type SafeSqliteOptions } from './safe-sqlite';

/** How long a write waits for a lock of another program. */
const LOCK_TIMEOUT_MS = 1_000;
/**
 * After this time without a statement, or in which nothing of an answer is taken, PostgreSQL ends a transaction: a node that
 * hangs, or that a broken link no longer reaches, must not keep a branch locked.
 */
const IDLE_TIMEOUT_MS = 5_000;
const OPTIONS = [
  `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
  `-c idle_in_transaction_session_timeout=${IDLE_TIMEOUT_MS}`,
  `-c tcp_user_timeout=${IDLE_TIMEOUT_MS}`,
  // A statement whose client has timed out must not keep a branch locked either.
  `-c statement_timeout=${WRITE_TIMEOUT_MS}`,
].join(' ');

/** Reports a broken connection as such: as an unknown error, it would look like bad data. */
class PostgresqlAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    reportBrokenConnections(adapter);
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (...options) => {
      const transaction = await startTransaction(...options).catch(throwAsAdapterError);
      reportBrokenConnections(transaction);
      return transaction;
    };
    return adapter;
  }
}

type Queries = Pick<Awaited<ReturnType<PrismaPg['connect']>>, 'queryRaw' | 'executeRaw'>;

/** Where reading finds the data: history and reports may be read from a replica of PostgreSQL, if there is an address. */
export type ReadingPlace = DatabasePlace & { replicaUrl: string | null };

/** Opens Prisma's client for the process that writes. */
export function openDatabase({ databaseFile, databaseUrl }: DatabasePlace): Database {
  return databaseUrl === null ? openSqlite({ file: databaseFile, busyTimeoutMs: 0 }) : openPostgresql(databaseUrl);
}

export function openSqlite(options: SafeSqliteOptions): Database {
  // The other formats capture a stack trace for every statement.
  return new SqliteClient({ adapter: new SafeSqlite(options), errorFormat: 'minimal' });
}

/** Opens Prisma's client on a PostgreSQL database. It connects with the first statement. */
export function openPostgresql(url: string): Database {
  const adapter = new PostgresqlAdapter(
    { ...connectionTo(url), max: CONNECTIONS, options: OPTIONS },
    { statementNameGenerator },
  );
  const client = new PostgresqlClient({ adapter, errorFormat: 'minimal' }).$extends({
    query: {
      $queryRawUnsafe: ({ args, query }) => query(inPostgresql(args)),
      $executeRawUnsafe: ({ args, query }) => query(inPostgresql(args)),
    },
  });
  // Both clients have the same models, which prisma/clients-agree.test.ts checks.
  return client as unknown as Database;
}

function inPostgresql([statement, ...values]: [string, ...Value[]]): [string, ...Value[]] {
  return [forPostgresql(statement), ...values];
}

function reportBrokenConnections(queries: Queries): void {
  const { queryRaw, executeRaw } = queries;
  queries.queryRaw = (query) => queryRaw.call(queries, query).catch(throwAsAdapterError);
  queries.executeRaw = (query) => executeRaw.call(queries, query).catch(throwAsAdapterError);
}

/** Throws an error that PostgreSQL reported unchanged. Every other error of the driver means a broken connection. */
function throwAsAdapterError(error: unknown): never {
  if (error instanceof DriverAdapterError) throw error;
  throw new DriverAdapterError({
    kind: 'ConnectionClosed',
    originalCode: 'ConnectionClosed',
    originalMessage: errorMessage(error),
  });
}
