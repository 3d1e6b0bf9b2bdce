import { type Prisma, PrismaClient } from '../../prisma/generated/sqlite/client';
import { parametersOf, type Write } from '../sql/statements';
import { SafeSqlite, type SafeSqliteOptions } from './safe-sqlite';

/** The database client of the project. The client of another provider would be cast to it. */
export type Database = PrismaClient;

/** A transaction of the client. */
export type Sql = Prisma.TransactionClient;

export function openSqlite(options: SafeSqliteOptions): Database {
  return new PrismaClient({ adapter: new SafeSqlite(options) });
}

/** The executions of writes, which run when they are awaited, or passed to `$transaction`. */
export function executionsOf(sql: Sql, writes: readonly Write[]): Prisma.PrismaPromise<number>[] {
  return writes
    .filter(({ rows }) => rows.length > 0)
    .map(({ statement, rows }) => sql.$executeRawUnsafe(statement, ...parametersOf(rows)));
}
