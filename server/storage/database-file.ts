import { statSync } from 'node:fs';
import { constants, open, statfs } from 'node:fs/promises';
import type Database from 'better-sqlite3';
import { shortOf, sqliteCode } from './failure';

const FULL = 2;
/**
 * Pages of 4 KB in the write-ahead log before a checkpoint; the default of SQLite is 1,000. The same pages change
 * repeatedly, so fewer checkpoints write fewer pages. After a crash, a start reads up to 32 MB.
 */
export const CHECKPOINT_PAGES = 8_000;
/** SQLite before this can corrupt a database when a write-ahead log is reset. */
const MIN_SQLITE_VERSION = [3, 51, 3] as const;

const CHUNK_BYTES = 1024 * 1024;
/** A page of 4 KB with its header; some more pages than that may be written before the checkpoint. */
const BYTES = CHECKPOINT_PAGES * 4_200;
/** A log is reserved only if this many times its size is free. */
const ENOUGH_SPACE = 10;

export const DAMAGED = 'the database is damaged';

/** What a person can do about a damaged database without a running server. */
export const AFTER_DAMAGE =
  'restore the last backup (heatlamp restore FILE). Deliveries in the inbox are kept, and go into the restored database';

/**
 * Notices that the file of an open SQLite database was moved, deleted or replaced. SQLite does not: it goes on with the
 * file that it has open, and what it writes to it is gone with the process.
 */
export type DatabaseFile = {
  /** Why nothing must be written until a person has changed it; null while the file is in its place. */
  problem: () => string | null;
};

const MOVED = 'the file of the database was moved or deleted';
const REPLACED = 'another file is in the place of the database';
/** For example, because the permissions of its folder were changed. */
const OUT_OF_REACH = 'the file of the database cannot be reached';

/** Of a database that has no file of its own here. */
export const NO_FILE: DatabaseFile = { problem: () => null };

/** Watches the file of a database that is open. */
export function watchDatabaseFile(file: string): DatabaseFile {
  const known = identityOf(file);
  return {
    problem() {
      try {
        const present = identityOf(file);
        if (present === known) return null;
        return present === null ? MOVED : REPLACED;
      } catch (error) {
        return `${OUT_OF_REACH}: ${shortOf(error)}`;
      }
    },
  };
}

/** Names a file on this machine whatever it is called; null if there is none. @throws Error if its folder is out of reach */
function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

/** Whether an error says that a database is damaged, also one that Prisma's schema engine has wrapped. */
export function isDamage(error: unknown): boolean {
  return (
    /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error) ?? '') ||
    /disk image is malformed|file is not a database/.test(String(error))
  );
}

/** Whether the log of a database has the length that `reserveLog` gives it. */
export function isReserved(databaseFile: string): boolean {
  return (statSync(`${databaseFile}-wal`, { throwIfNoEntry: false })?.size ?? 0) >= BYTES;
}

/**
 * Extends the write-ahead log of an open database to the length that it has at a checkpoint. Commits
 * then overwrite it, which is faster than growing it: each commit that grows a file also writes the
 * journal of the file system. Never throws, because the log also works without it.
 *
 * This is safe beside the process that writes: zeros are only appended, SQLite writes at positions of its own, and
 * reading a log ends at the first page with a wrong checksum.
 */
export async function reserveLog(databaseFile: string): Promise<void> {
  try {
    const { bavail, bsize } = await statfs(databaseFile);
    if (bavail * bsize < BYTES * ENOUGH_SPACE) return;
    const log = await open(`${databaseFile}-wal`, constants.O_WRONLY | constants.O_APPEND);
    try {
      const zeros = Buffer.alloc(CHUNK_BYTES);
      while ((await log.stat()).size < BYTES) await log.appendFile(zeros);
      await log.datasync();
    } finally {
      await log.close();
    }
  } catch {
    // There is no log yet, or the disk is full: it grows with the commits.
  }
}

/** Sets the pragmas of a connection. Reads them back, because an invalid pragma is ignored. @throws Error */
export function setPragmas(database: Database.Database, readOnly: boolean): void {
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get());
  if (isOlder(version, MIN_SQLITE_VERSION))
    throw new Error(`SQLite ${version} can corrupt its log; at least ${MIN_SQLITE_VERSION.join('.')} is needed`);

  const journal = String(database.pragma('journal_mode = WAL', { simple: true }));
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  if (readOnly) database.pragma('query_only = ON');
  const synchronous = Number(database.pragma('synchronous', { simple: true }));
  const foreignKeys = Number(database.pragma('foreign_keys', { simple: true }));
  if (journal !== 'wal' || synchronous !== FULL || foreignKeys !== 1) {
    throw new Error(
      `SQLite refused its settings: journal_mode ${journal}, synchronous ${synchronous}, foreign_keys ${foreignKeys}`,
    );
  }
}

function isOlder(version: string, oldest: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, minimum] of oldest.entries()) {
    const part = parts[index] ?? 0;
    if (part !== minimum) return part < minimum;
  }
  return false;
}
