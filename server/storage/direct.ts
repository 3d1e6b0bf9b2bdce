import type Database from 'better-sqlite3';
import type { Statements, Value, Write } from '../sql/statements';
import { preparedOnce } from './keep-statements';

/** A transaction that has begun, and how it ends. Each end gives the turn to the next. */
export type Begun = { commit: () => void; rollback: () => void };

/**
 * Transactions of fixed statements on the connection that Prisma's adapter holds, in turn with its own. Prisma's client
 * compiles and interprets a plan for every raw statement, 0.2 ms a time: eight of them cost more than the commit.
 */
export type Direct = <Result>(work: (sql: Statements) => Promise<Result>) => Promise<Result>;

/** Statements on a connection of better-sqlite3's, each prepared once. */
export function statementsOn(prepare: (sql: string) => Database.Statement): Statements {
  const statementFor = preparedOnce((sql) => prepare(sql).safeIntegers(false));
  return {
    $queryRawUnsafe: async <Rows>(sql: string, ...values: Value[]) => statementFor(sql).all(...values) as Rows,
    $executeRawUnsafe: async (sql, ...values) => {
      const statement = statementFor(sql);
      // A pragma that is set answers nothing, and yet is a reader to SQLite.
      return statement.reader ? statement.all(...values).length : statement.run(...values).changes;
    },
  };
}

/** Runs each statement with each of its rows, in whatever transaction is open there; each is prepared once. */
export function writing(prepare: (sql: string) => Database.Statement): (writes: readonly Write[]) => void {
  const statementFor = preparedOnce(prepare);
  return (writes) => {
    for (const { statement, rows } of writes) {
      if (rows.length === 0) continue;
      const prepared = statementFor(statement);
      for (const row of rows) prepared.run(...row);
    }
  };
}

/** `begin` opens a transaction if none is open. Rolls back when `work` or the commit fails. */
export function directTransactions(prepare: (sql: string) => Database.Statement, begin: () => Promise<Begun>): Direct {
  const statements = statementsOn(prepare);
  return async (work) => {
    const transaction = await begin();
    let result: Awaited<ReturnType<typeof work>>;
    try {
      result = await work(statements);
    } catch (error) {
      transaction.rollback();
      throw error;
    }
    transaction.commit();
    return result;
  };
}
