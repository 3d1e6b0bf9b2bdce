import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import {
  BRANCH_NUMBERS,
  END_ALL_SESSIONS,
  INSERT_RESTORE_GAPS,
  RENEW_EPOCH,
  SET_HEARTBEAT,
} from '../sql/copy-statements';
import { UserError } from '../user-error';
import { sqliteCode } from './failure';

const CANNOT = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * File names of one replacement of the live database. `part` is incomplete; `ready` is complete and shall replace
 * `live`; `kept` is the previous one. The live file is missing only between two renames; then `ready` exists, and the
 * next start finishes the replacement.
 */
export type Replacement = { live: string; part: string; ready: string; kept: string };

const READY = /^restore-(\d{8}T\d{6}Z)\.ready$/;
/** Files of a replacement that did not take place, with SQLite's files next to them. */
const LEFTOVER = /^restore-\d{8}T\d{6}Z\.(part|ready)(-journal|-wal|-shm)?$/;

/** Short, because it blocks the main thread. */
const BUSY_TIMEOUT_MS = 200;

/** File names for `at` (epoch ms) or soon after, so that an earlier file is never replaced. */
export function replacementAt(databaseFile: string, at: number): Replacement {
  for (let moment = at; ; moment += 1_000) {
    const files = replacementOf(databaseFile, new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, ''));
    if (!existsSync(files.kept)) return files;
  }
}

function replacementOf(live: string, moment: string): Replacement {
  const folder = path.dirname(live);
  const stem = path.join(folder, `restore-${moment}`);
  return {
    live,
    part: `${stem}.part`,
    ready: `${stem}.ready`,
    kept: path.join(folder, `heatlamp-until-${moment}.db`),
  };
}

/**
 * Prepares a copy for use from `now` on (epoch ms, SPEC F21b): gives each branch a new epoch and a gap since the last time
 * at which the server of the backup is known to have run, and ends all sessions and links.
 */
export function prepareForUse(file: string, newEpoch: () => string, now: number): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    const renew = database.prepare(RENEW_EPOCH);
    const branches = database.prepare<[], number>(BRANCH_NUMBERS).pluck();
    database.transaction(() => {
      for (const number of branches.all()) renew.run(newEpoch(), number);
      // Stored in the copy, so that the gap survives if the process ends.
      database.prepare(INSERT_RESTORE_GAPS).run(now, now);
      database.prepare(SET_HEARTBEAT).run(now);
      // Sessions and links that were ended after the backup must not become valid again.
      database.exec(END_ALL_SESSIONS);
    })();
  } finally {
    database.close();
  }
}

/**
 * Empties the write-ahead log of a database into its file, because a log must never lie next to another database. A
 * database that is too damaged to be opened is skipped: it is set aside together with its log.
 * @throws UserError if another program is using it
 */
export function truncateLog(file: string): void {
  // Opening it would make an empty one, and apply the log to that.
  if (!existsSync(file)) return;
  if (isLogBusy(file))
    throw new UserError(`another program is using ${file}: close it, and restore again. Nothing was changed.`);
}

function isLogBusy(file: string): boolean {
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    const [outcome] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return outcome?.busy !== 0;
  } catch (error) {
    return /^SQLITE_(?:BUSY|LOCKED)/.test(sqliteCode(error) ?? '');
  } finally {
    database?.close();
  }
}

/** Replaces the live database with the one that is ready. Neither database may be open. */
export async function replaceLive(files: Replacement): Promise<void> {
  await syncFolder(path.dirname(files.live));
  // A new machine has no live database yet.
  await rename(files.live, files.kept).catch(ignoreMissing);
  await finish(files);
}

/** The steps after the first rename. They can be repeated after an interruption. */
async function finish({ live, ready, kept }: Replacement): Promise<void> {
  // The log of a database that could not be opened stays with that database.
  await rename(`${live}-wal`, `${kept}-wal`).catch(ignoreMissing);
  await rm(`${live}-shm`, { force: true });
  await syncFolder(path.dirname(live));
  await rename(ready, live);
  await syncFolder(path.dirname(live));
}

/**
 * Ends a restore that was interrupted by a crash: returns `old` if the untouched old database stays, `new` if the
 * restored one replaces it, and null without a restore. Call it only with the lock of the folder.
 */
export async function finishInterruptedRestore(databaseFile: string): Promise<'old' | 'new' | null> {
  const folder = path.dirname(databaseFile);
  const names = await readdir(folder);
  const moments = names.flatMap((name) => READY.exec(name)?.[1] ?? []).sort();
  const newest = moments.at(-1);
  const isHalfReplaced = newest !== undefined && !names.includes(path.basename(databaseFile));
  if (isHalfReplaced) await finish(replacementOf(databaseFile, newest));
  const leftovers = (await readdir(folder)).filter((name) => LEFTOVER.test(name));
  for (const name of leftovers) await rm(path.join(folder, name), { force: true });
  if (isHalfReplaced) return 'new';
  return leftovers.length > 0 ? 'old' : null;
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Syncs a folder. Otherwise a new file in it may be lost in a power failure. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same, but ignores that some network file systems cannot sync a folder. */
export async function syncFolderIfPossible(folder: string): Promise<void> {
  await syncFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (!CANNOT.includes(error.code ?? '')) throw error;
  });
}
