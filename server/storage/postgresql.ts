import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { PrismaClient } from '../../prisma/generated/postgresql/client';
import { forPostgresql } from '../sql/postgresql';
import type { Source, Value } from '../sql/statements';
import type { Database } from './database';

/** How long to wait for a connection, in ms. */
const CONNECT_TIMEOUT_MS = 10_000;
/** How long to wait for the answer to a statement that reads, which may have to search years, in ms. */
const READ_TIMEOUT_MS = 60_000;
/** The same for one that writes: meanwhile requests wait for what was acknowledged. */
const WRITE_TIMEOUT_MS = 10_000;
/** How long a write waits for a lock of another program. */
const LOCK_TIMEOUT_MS = 1_000;
/** The write path uses one connection; the others serve the pages of managers. */
const CONNECTIONS = 4;
/** Statements of lists are put together from conditions: not every one of them is worth a name. */
const MOST_NAMED = 400;

/** The database of an address, without its user and password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `the database ${pathname.slice(1) || 'postgres'} on ${host || 'this machine'}`;
}

/** Settings of a connection. */
export function connectionTo(url: string): pg.PoolConfig {
  return {
    connectionString: url,
    application_name: 'heatlamp',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: WRITE_TIMEOUT_MS,
    keepAlive: true,
  };
}

/** Opens Prisma's client on a PostgreSQL database. It connects with the first statement. */
export function openPostgresql(url: string): Database {
  const adapter = new PostgresqlAdapter(
    { ...connectionTo(url), max: CONNECTIONS, options: `-c lock_timeout=${LOCK_TIMEOUT_MS}` },
    { statementNameGenerator },
  );
  const client = new PrismaClient({ adapter }).$extends({
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

/** A connection that breaks is reported as such, not as an unknown error, which would look like bad data. */
class PostgresqlAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    reportBrokenConnections(adapter);
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (...options) => {
      const transaction = await startTransaction(...options).catch(throwAway);
      reportBrokenConnections(transaction);
      return transaction;
    };
    return adapter;
  }
}

type Queries = Pick<Awaited<ReturnType<PrismaPg['connect']>>, 'queryRaw' | 'executeRaw'>;

function reportBrokenConnections(queries: Queries): void {
  const { queryRaw, executeRaw } = queries;
  queries.queryRaw = (query) => queryRaw.call(queries, query).catch(throwAway);
  queries.executeRaw = (query) => executeRaw.call(queries, query).catch(throwAway);
}

/** Throws an error of the driver as one of the adapter: everything that the server did not say is a broken connection. */
function throwAway(error: unknown): never {
  if (error instanceof DriverAdapterError) throw error;
  throw new DriverAdapterError({
    kind: 'ConnectionClosed',
    originalCode: 'ConnectionClosed',
    originalMessage: error instanceof Error ? error.message : String(error),
  });
}

const names = new Map<string, string>();

/** PostgreSQL plans a statement with a name once for each connection. */
function statementNameGenerator({ sql }: { sql: string }): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= MOST_NAMED) return '';
  const name = `heatlamp${names.size}`;
  names.set(sql, name);
  return name;
}

/** Parses integers of 64 bits, and sums, as numbers: all of ours fit. */
export const numbersAsNumbers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

/** A pool of connections that can write nothing. */
export function openReadPool(url: string): Source & { close: () => Promise<void> } {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: CONNECTIONS,
    query_timeout: READ_TIMEOUT_MS,
    options: '-c default_transaction_read_only=on',
  });
  // A connection that breaks while it is idle is replaced with the next query.
  pool.on('error', () => {});
  return {
    async $queryRawUnsafe<Rows>(statement: string, ...values: Value[]) {
      const text = forPostgresql(statement);
      const name = statementNameGenerator({ sql: text });
      const { rows } = await pool.query({
        text,
        values,
        types: numbersAsNumbers,
        ...(name === '' ? {} : { name }),
      });
      return rows as Rows;
    },
    close: () => pool.end(),
  };
}
