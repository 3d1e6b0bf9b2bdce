import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import { PrismaClient } from '../../prisma/generated/postgresql/client';
import { forPostgresql } from '../sql/postgresql';
import type { Value } from '../sql/statements';
import type { Database } from './database';
import { CONNECTIONS, connectionTo, statementNameGenerator } from './postgresql';

/** How long a write waits for a lock of another program. */
const LOCK_TIMEOUT_MS = 1_000;

/** Opens Prisma's client on a PostgreSQL database. It connects with the first statement. */
export function openPostgresql(url: string): Database {
  const adapter = new PostgresqlAdapter(
    { ...connectionTo(url), max: CONNECTIONS, options: `-c lock_timeout=${LOCK_TIMEOUT_MS}` },
    { statementNameGenerator },
  );
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' }).$extends({
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
