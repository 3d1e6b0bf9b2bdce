import { type Prisma, PrismaClient } from '../../prisma/generated/sqlite/client';
import type { Write } from '../sql/statements';
import type { Direct } from './direct';
import { SafeSqlite, type SafeSqliteOptions } from './safe-sqlite';

/** The database client of the project. The client of another provider would be cast to it. */
export type Database = PrismaClient & {
  direct: Direct;
  /** Writes rows in the transaction that is open: one of Prisma's or of `direct`. */
  put: (writes: readonly Write[]) => void;
};

/** A transaction of the client. */
export type Sql = Prisma.TransactionClient;

export function openSqlite(options: SafeSqliteOptions): Database {
  const adapter = new SafeSqlite(options);
  const client = new PrismaClient({ adapter });
  const direct: Direct = async (work) => {
    if (!adapter.direct) await client.$connect();
    if (!adapter.direct) throw new Error('the database is not connected');
    return adapter.direct(work);
  };
  const put: Database['put'] = (writes) => {
    if (!adapter.put) throw new Error('the database is not connected');
    adapter.put(writes);
  };
  return Object.assign(client, { direct, put });
}
