import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { DELIVERIES, DELIVERIES_MISSING_IN_OTHER } from '../sql/copy-statements';
import { UserError } from '../user-error';
import { isOurs, migrate } from './migrate';

export type Contents = { deliveries: number; bytes: number };

type OnProgress = (done: number, of: number) => void;

/** 4 MB a step: often enough to report progress. */
const PAGES_PER_STEP = 1_000;
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Copies a database in use, as of one moment, into a single file, and verifies the copy. SQLite's backup runs page by
 * page in one read transaction of its own connection: it does not block writers, a write does not restart it, and it
 * copies the pages themselves, unlike VACUUM INTO.
 * @throws UserError
 */
export async function makeBackup(from: string, to: string, onProgress: OnProgress): Promise<Contents> {
  const { rows, migrations } = await copyPages(from, to, onProgress);
  return withCopy(to, (copy) => {
    refuseDamage(
      copy,
      (why) => `The database is damaged (${why}), and so would its backup be: restore the last good one.`,
    );
    if (JSON.stringify(migrationsOf(copy)) !== JSON.stringify(migrations) || !isSame(rowsOf(copy), rows))
      throw new UserError('The copy differs from the database: its disk may be faulty.');
    return contentsOf(copy);
  });
}

/**
 * Copies a backup to where it can take the live database's place, brings it up to date, and checks it. The backup
 * itself is only read. @throws UserError
 */
export async function stageRestore(from: string, to: string, onProgress: OnProgress): Promise<Contents> {
  refuseOtherFiles(from);
  const message = (why: string) => `${from} is damaged (${why}): nothing was changed. Take another backup.`;
  try {
    await copyPages(from, to, onProgress);
    // Checked before migrations, which would fail with a misleading error.
    withCopy(to, (copy) => refuseDamage(copy, message));
  } catch (error) {
    throw isDamage(error) ? new UserError(message(error.message)) : error;
  }
  const applied = await migrate(to);
  return withCopy(to, (copy) => {
    if (applied.length > 0) refuseDamage(copy, message);
    return contentsOf(copy);
  });
}

/** Counts the deliveries of `from` that are not in `to`. Leaves no write-ahead log next to `from`. */
export function countMissing(from: string, to: string): number {
  const database = new Database(from, { fileMustExist: true });
  try {
    database.pragma('journal_mode = DELETE');
    database.prepare('ATTACH ? AS "other"').run(to);
    return database.prepare<[], number>(DELIVERIES_MISSING_IN_OTHER).pluck().get() ?? 0;
  } finally {
    database.close();
  }
}

async function copyPages(from: string, to: string, onProgress: OnProgress) {
  const source = new Database(from, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    const pageSize = Number(source.pragma('page_size', { simple: true }));
    source.exec('BEGIN');
    const contents = { rows: rowsOf(source), migrations: migrationsOf(source) };
    const { totalPages } = await source.backup(to, {
      progress({ totalPages, remainingPages }) {
        onProgress((totalPages - remainingPages) * pageSize, totalPages * pageSize);
        return PAGES_PER_STEP;
      },
    });
    onProgress(totalPages * pageSize, totalPages * pageSize);
    return contents;
  } finally {
    source.close();
  }
}

/** Calls `work` with a copy. Afterwards the copy is a single synced file without a write-ahead log. */
function withCopy<Result>(file: string, work: (copy: Database.Database) => Result): Result {
  const copy = new Database(file, { fileMustExist: true });
  let result: Result;
  try {
    copy.pragma('journal_mode = DELETE');
    result = work(copy);
  } finally {
    copy.close();
  }
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  return result;
}

function refuseOtherFiles(file: string): void {
  let ours = false;
  try {
    ours = isOurs(file);
  } catch (error) {
    // Errors about migrations have a message for the user.
    if (!(error instanceof Database.SqliteError)) throw new UserError(error instanceof Error ? error.message : '');
    const { code } = error;
    if (!isDamage(error))
      throw new UserError(`${file} cannot be read (${code}): make it readable for the user that runs Heatlamp.`);
  }
  if (!ours) throw new UserError(`${file} is not a backup of Heatlamp's, or is damaged: nothing was changed.`);
}

function isDamage(error: unknown): error is Error & { code: string } {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(error.code);
}

function refuseDamage(database: Database.Database, message: (why: string) => string): void {
  const integrity = String(database.pragma('integrity_check', { simple: true }));
  if (integrity !== 'ok') throw new UserError(message(integrity.slice(0, 200)));
  const orphans = (database.pragma('foreign_key_check') as unknown[]).length;
  if (orphans > 0) throw new UserError(message(`${orphans} rows refer to missing rows`));
}

/** The number of rows of each table. */
function rowsOf(database: Database.Database): Map<string, number> {
  const tables = `SELECT "name" FROM sqlite_master WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite_%' ORDER BY "name"`;
  const names = database.prepare<[], string>(tables).pluck().all();
  return new Map(
    names.map((name) => [name, database.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0]),
  );
}

function migrationsOf(database: Database.Database): unknown[] {
  return database.prepare('SELECT "migration_name", "checksum" FROM "_prisma_migrations" ORDER BY "id"').all();
}

function isSame(some: Map<string, number>, others: Map<string, number>): boolean {
  return JSON.stringify([...some]) === JSON.stringify([...others]);
}

function contentsOf(database: Database.Database): Contents {
  const pages = Number(database.pragma('page_count', { simple: true }));
  return {
    deliveries: database.prepare<[], number>(DELIVERIES).pluck().get() ?? 0,
    bytes: pages * Number(database.pragma('page_size', { simple: true })),
  };
}
