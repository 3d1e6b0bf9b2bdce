import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { errorMessage } from '../../lib/error-message';
import { TRY_LOCK_COPY, TRY_LOCK_START, UNLOCK_START } from '../sql/node-statements';
import { UserError } from '../user-error';
import { setPragmas } from './database-file';
import { isOutOfReach, shortOf } from './failure';
import {
  APPLIED_MIGRATIONS,
  type Applied,
  isOurs,
  isUpToDate,
  migratePostgresql,
  migrationsFolder,
  readMigrations,
} from './migrate';
import { countNodes } from './node-link';
import { connectionTo, nameOf, numbersAsNumbers, statementNameGenerator, whyUnusable } from './postgresql';
import { prepareOnce } from './read-source';

export type SourceValue = string | number | Buffer | null;

/** A restaurant's SQLite, which no server uses. */
export type CopySource = {
  /** Rows as arrays. */
  rows: (statement: string, ...values: (string | number)[]) => SourceValue[][];
  /** The first column of the first row; null without one. */
  value: (statement: string) => SourceValue;
  close: () => void;
};

/** The PostgreSQL that a restaurant is copied into: a connection of its own, and one copy at a time. */
export type CopyTarget = {
  /** As messages call it. */
  name: string;
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>;
  transaction: <Result>(work: () => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
};

/** PostgreSQL, or the connection to it, went away. After a COMMIT it is not known whether that took place. */
export class TargetAway extends UserError {}

/** A check-sum of all rows of a table takes longest. */
const TIMEOUT_MS = 3_600_000;
/** Also where the database has another default; and after a kill -9, PostgreSQL soon frees the locks. */
const OPTIONS = '-c synchronous_commit=on -c client_connection_check_interval=1s';

/** Connects, locks out other copies, and applies missing migrations. @throws UserError */
export async function openCopyTarget(url: string): Promise<CopyTarget> {
  const name = nameOf(url);
  const client = new pg.Client({
    ...connectionTo(url),
    query_timeout: TIMEOUT_MS,
    options: OPTIONS,
    types: numbersAsNumbers,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const [lock] = (await client.query<{ isLocked: boolean }>(TRY_LOCK_COPY)).rows;
    if (!lock?.isLocked) throw new UserError(`another copy into ${name} is running: wait until it has ended`);
    await migrateAlone(client, url);
  } catch (error) {
    await client.end().catch(() => {});
    throw inWords(error, url);
  }
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const named = statementNameGenerator({ sql: text });
    try {
      const { rows } = await client.query({ text, values, ...(named === '' ? {} : { name: named }) });
      return rows as Row[];
    } catch (error) {
      throw interrupted(error, name);
    }
  };
  return {
    name,
    query,
    async transaction(work) {
      await query('BEGIN');
      try {
        const result = await work();
        await query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      }
    },
    close: () => client.end().catch(() => {}),
  };
}

/** Like a node that starts: one after the other, and not under nodes of an older version. */
async function migrateAlone(client: pg.Client, url: string): Promise<void> {
  const [start] = (await client.query<{ isLocked: boolean }>(TRY_LOCK_START)).rows;
  if (!start?.isLocked)
    throw new UserError(`a node starts on ${nameOf(url)}, and may be migrating it: try again in a moment`);
  try {
    if (await isUpToDate(url)) return;
    if ((await countNodes(client)) > 0)
      throw new UserError(`an older Heatlamp runs on ${nameOf(url)}: update its nodes first, then copy`);
    await migratePostgresql(url);
  } finally {
    await client.query(UNLOCK_START);
  }
}

const TWICE = '23505';

/** Why the target cannot be used, and what to do. */
function inWords(error: unknown, url: string): Error {
  if (error instanceof UserError) return error;
  // Errors about migrations have a message for the user.
  return new UserError(whyUnusable(url, error, 'the address') ?? errorMessage(error));
}

function interrupted(error: unknown, name: string): Error {
  if (error instanceof pg.DatabaseError && error.code === TWICE)
    return new UserError(
      `${name} has rows of this restaurant from another copy of its files, or of another restaurant with the same branch numbers: copy into another database`,
    );
  if (!isOutOfReach(error)) return error as Error;
  return new TargetAway(
    `${name} does not answer any more (${shortOf(error)}). Nothing is lost: run the same command again.`,
  );
}

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
