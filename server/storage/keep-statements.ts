import type Database from 'better-sqlite3';

/** More than there are fixed statements; a report's text depends on its filters. */
const KEPT_STATEMENTS = 200;

type Prepare = (sql: string) => Database.Statement;

/** Prepares each statement once. */
export function preparedOnce(prepare: Prepare): Prepare {
  const kept = new Map<string, Database.Statement>();
  return (sql) => {
    const known = kept.get(sql);
    if (known) return known;
    const statement = prepare(sql);
    if (kept.size < KEPT_STATEMENTS) kept.set(sql, statement);
    return statement;
  };
}

/**
 * The adapter prepares each statement anew, about 0.1 ms a time; from here on statements are prepared once and kept.
 * Returns the handle's own `prepare`, for statements that are not the adapter's.
 */
export function keepStatements(database: Database.Database): Prepare {
  const prepare = database.prepare.bind(database) as Prepare;
  const statementFor = preparedOnce(prepare);
  Object.assign(database, { prepare: (sql: string) => sharedView(statementFor(sql)) });
  return prepare;
}

/** The adapter binds for good and switches to raw rows; a statement that is shared must have neither done to it. */
function sharedView(statement: Database.Statement) {
  const { reader } = statement;
  return {
    reader,
    columns: () => statement.columns(),
    run: (...args: unknown[]) => statement.run(...args),
    bind: (args: unknown[]) => ({
      reader,
      columns: () => statement.columns(),
      run: () => statement.run(...args),
      raw: () => ({ all: () => statement.raw().all(...args) }),
    }),
  };
}
