import type Database from 'better-sqlite3';
import type { Statements, Value } from '../sql/statements';
import { prepareOnce } from './cache-statements';

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
