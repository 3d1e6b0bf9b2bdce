import SqliteDatabase from 'better-sqlite3';
import { UserError } from '../user-error';
import { prepareOnce } from './cache-statements';
import { isOurs } from './migrate';
import { APPLIED_MIGRATIONS, type Applied, migrationsFolder, readMigrations } from './migrations';
import { setPragmas } from './sqlite-pragmas';

export type SourceValue = string | number | Buffer | null;

/** A restaurant's SQLite, read while a server may be writing it. */
export type CopySource = {
  /** Rows as arrays. */
  rows: (statement: string, ...values: (string | number)[]) => SourceValue[][];
  /** The first column of the first row; null without one. */
  value: (statement: string) => SourceValue;
  /** Everything that `read` reads is as of one moment. Keep it short: meanwhile SQLite's log grows. */
  atOnce: <Result>(read: () => Result) => Result;
  close: () => void;
};

/** How long a reader waits for the lock of a server that opens its database. */
const BUSY_MS = 5_000;

/** @throws UserError if it is not a database of this version of Heatlamp */
export function openCopySource(file: string): CopySource {
  refuseOthers(file);
  const database = new SqliteDatabase(file, { timeout: BUSY_MS, fileMustExist: true });
  try {
    setPragmas(database, true);
    refuseOlder(file, database.prepare<[], Applied>(APPLIED_MIGRATIONS).all());
  } catch (error) {
    database.close();
    throw error;
  }
  const statementFor = prepareOnce((statement) => database.prepare(statement).raw());
  const rows: CopySource['rows'] = (statement, ...values) => statementFor(statement).all(...values) as SourceValue[][];
  return {
    rows,
    value: (statement) => rows(statement)[0]?.[0] ?? null,
    atOnce: (read) => database.transaction(read)(),
    close: () => void database.close(),
  };
}

/** @throws UserError */
function refuseOthers(file: string): void {
  let ours = false;
  try {
    ours = isOurs(file);
  } catch (error) {
    // Errors about migrations have a message for the user.
    throw new UserError(
      error instanceof SqliteDatabase.SqliteError
        ? `${file} cannot be read (${error.code})`
        : String((error as Error).message),
    );
  }
  if (!ours) throw new UserError(`${file} is not a database of Heatlamp's: check DATA_DIR`);
}

/** @throws UserError */
function refuseOlder(file: string, applied: readonly Applied[]): void {
  const missing = readMigrations(migrationsFolder('sqlite')).find(({ name }) =>
    applied.every((one) => one.name !== name),
  );
  if (missing)
    throw new UserError(`${file} was last used by an older Heatlamp: start this one on it once, then copy it`);
}
