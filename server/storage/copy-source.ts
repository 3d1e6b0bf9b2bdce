import SqliteDatabase from 'better-sqlite3';
import { UserError } from '../user-error';
import { prepareOnce } from './cache-statements';
import { APPLIED_MIGRATIONS, type Applied, isOurs, migrationsFolder, readMigrations } from './migrate';
import { setPragmas } from './sqlite-pragmas';

export type SourceValue = string | number | Buffer | null;

/** A restaurant's SQLite, which no server uses. */
export type CopySource = {
  /** Rows as arrays. */
  rows: (statement: string, ...values: (string | number)[]) => SourceValue[][];
  /** The first column of the first row; null without one. */
  value: (statement: string) => SourceValue;
  close: () => void;
};

/** @throws UserError if it is not a database of this version of Heatlamp */
export function openCopySource(file: string): CopySource {
  refuseOthers(file);
  const database = new SqliteDatabase(file, { fileMustExist: true });
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
