import type Database from 'better-sqlite3';

/** More than the number of fixed statements. The text of other statements depends on filters. */
const MAX_CACHED_STATEMENTS = 200;

type Prepare = (sql: string) => Database.Statement;

/** Prepares each statement once. */
export function prepareOnce(prepare: Prepare): Prepare {
  const kept = new Map<string, Database.Statement>();
  return (sql) => {
    const known = kept.get(sql);
    if (known) return known;
    const statement = prepare(sql);
    if (kept.size < MAX_CACHED_STATEMENTS) kept.set(sql, statement);
    return statement;
  };
}

/**
 * Makes the adapter prepare each statement only once, which saves 0.1 ms per use. Returns the original `prepare`, for
 * statements of others.
 */
export function cacheStatements(database: Database.Database): Prepare {
  const prepare = database.prepare.bind(database) as Prepare;
  const statementFor = prepareOnce(prepare);
  Object.assign(database, { prepare: (sql: string) => sharedView(statementFor(sql)) });
  return prepare;
}

/** A view of a shared statement, because the adapter would bind values to it permanently and switch it to raw rows. */
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
