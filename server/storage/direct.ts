import type Database from 'better-sqlite3';
import type { Statements, Value, Write } from '../sql/statements';
import { prepareOnce } from './cache-statements';

/** An open transaction. Ending it lets the next one begin. */
export type Begun = { commit: () => void; rollback: () => void };

/**
 * Runs a transaction of fixed statements on the connection of Prisma's adapter, in turn with those of the client. The
 * client takes 0.2 ms for every raw statement, so eight statements would take longer than the commit.
 */
export type Direct = <Result>(work: (sql: Statements) => Promise<Result>) => Promise<Result>;

/** Statements on a connection of better-sqlite3's, each prepared once. */
export function statementsOn(prepare: (sql: string) => Database.Statement): Statements {
  const statementFor = prepareOnce((sql) => prepare(sql).safeIntegers(false));
  return {
    $queryRawUnsafe: async <Rows>(sql: string, ...values: Value[]) => statementFor(sql).all(...values) as Rows,
    $executeRawUnsafe: async (sql, ...values) => {
      const statement = statementFor(sql);
      // Setting a pragma returns nothing, but SQLite treats it as a reader.
      return statement.reader ? statement.all(...values).length : statement.run(...values).changes;
    },
  };
}

/** Runs each statement with each of its rows in the open transaction. Statements are prepared once. */
export function writing(prepare: (sql: string) => Database.Statement): (writes: readonly Write[]) => void {
  const statementFor = prepareOnce(prepare);
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
