import type Database from 'better-sqlite3';

/** What the write path asks of a transaction. A transaction of Prisma's client is one too. */
export type Statements = {
  $queryRawUnsafe: <Rows>(statement: string, ...values: Value[]) => Promise<Rows>;
  /** Resolves to the number of rows that were changed. */
  $executeRawUnsafe: (statement: string, ...values: Value[]) => Promise<number>;
};

type Value = string | number | null;

/** A transaction that has begun, and how it ends. Each end gives the turn to the next. */
export type Begun = { commit: () => void; rollback: () => void };

/**
 * Transactions of fixed statements on the connection that Prisma's adapter holds, in turn with its own. Prisma's client
 * compiles and interprets a plan for every raw statement, 0.2 ms a time: eight of them cost more than the commit.
 */
export type Direct = <Result>(work: (sql: Statements) => Promise<Result>) => Promise<Result>;

/** `begin` opens a transaction when nobody else has one open. Rolls back when `work` or the commit fails. */
export function directTransactions(prepare: (sql: string) => Database.Statement, begin: () => Promise<Begun>): Direct {
  const kept = new Map<string, Database.Statement>();
  // The texts are constants of the write path: a few dozen.
  const statementFor = (sql: string) => {
    const known = kept.get(sql);
    if (known) return known;
    const statement = prepare(sql).safeIntegers(false);
    kept.set(sql, statement);
    return statement;
  };
  const statements: Statements = {
    $queryRawUnsafe: async <Rows>(sql: string, ...values: Value[]) => statementFor(sql).all(...values) as Rows,
    $executeRawUnsafe: async (sql, ...values) => {
      const statement = statementFor(sql);
      // A pragma that is set answers nothing, and yet is a reader to SQLite.
      return statement.reader ? statement.all(...values).length : statement.run(...values).changes;
    },
  };
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
