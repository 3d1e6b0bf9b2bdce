import { type Prisma, PrismaClient } from '../../prisma/generated/sqlite/client';
import { SafeSqlite, type SafeSqliteOptions } from './safe-sqlite';

/** The project's database client. Another provider's client is cast to it, in one file. */
export type Database = PrismaClient;

/** A transaction of it. */
export type Sql = Prisma.TransactionClient;

export function openSqlite(options: SafeSqliteOptions): Database {
  return new PrismaClient({ adapter: new SafeSqlite(options) });
}
