import type { Prisma, PrismaClient } from '../../prisma/generated/sqlite/client';
import { parametersOf, type Write } from '../sql/statements';

/** The database client of the project. The one for PostgreSQL is cast to it, in postgresql.ts. */
export type Database = PrismaClient;
/** A transaction of the client. */
export type Sql = Prisma.TransactionClient;

/** The executions of writes, which run when they are awaited, or passed to `$transaction`. */
export function executionsOf(sql: Sql, writes: readonly Write[]): Prisma.PrismaPromise<number>[] {
  return writes
    .filter(({ rows }) => rows.length > 0)
    .map(({ statement, rows }) => sql.$executeRawUnsafe(statement, ...parametersOf(rows)));
}
