import { existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { realpath, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { COMMAND_LINE } from '../audit/entry';
import {
  type Copied,
  type Copies,
  createPrivateFile,
  removeWithLog,
  requireFreeSpace,
  sizeOf,
  toUserError,
} from '../backup/backup-file';
import { CannotStart } from '../cannot-start';
import { lockFolder, refuseCopied, refuseRestoreOfNode } from '../claim-folder';
import { openCore } from '../core';
import type { CoreDeps } from '../open-data';
import { createCopies, type Progress } from '../storage/copies';
import {
  finishInterruptedRestore,
  prepareForUse,
  type Replacement,
  replaceLive,
  replacementAt,
  truncateLog,
} from '../storage/replace-file';
import { UserError } from '../user-error';

/** A restore. `kept` is the file of the previous database, null if there was none. */
export type Restored = Copied & {
  kept: string | null;
  /** Deliveries that only the previous database has; null if they could not be counted. */
  onlyInKept: number | null;
};

/**
 * Restores a backup on a folder without a running server, even if its database is missing, damaged or of a newer version.
 * Deliveries in the inbox are projected into the restored database.
 * @throws UserError, CannotStart
 */
export async function restore(
  deps: CoreDeps,
  file: string,
  onProgress: (progress: Progress) => void,
): Promise<Restored> {
  refuseCopied(deps.config);
  refuseRestoreOfNode(deps.config);
  const { databaseFile, dataDir } = deps.config;
  const unlock = await lockFolder(deps.config);
  const copies = createCopies();
  try {
    await finishInterruptedRestore(databaseFile);
    const files = replacementAt(databaseFile, deps.now());
    const staged = await stageBackup(copies, file, files, deps, onProgress);
    const hadDatabase = existsSync(databaseFile);
    if (hadDatabase) await truncateLogOrUndo(databaseFile);
    // Before it gets its name: the service must be able to open it, even if this process is killed.
    giveToOwner(dataDir);
    await replaceLive(files);
    unlock();
    await openOnce(
      deps,
      file,
      hadDatabase ? `the previous database is kept as ${files.kept}` : 'there was no database before',
    );
    const onlyInKept = hadDatabase
      ? await copies.run({ name: 'compare', from: files.kept, to: databaseFile }).catch(() => null)
      : null;
    return { ...staged, kept: hadDatabase ? files.kept : null, onlyInKept };
  } finally {
    unlock();
    await copies.close();
  }
}

async function truncateLogOrUndo(databaseFile: string): Promise<void> {
  try {
    truncateLog(databaseFile);
  } catch (error) {
    await finishInterruptedRestore(databaseFile);
    throw error;
  }
}

/**
 * Checks that a server can open the restored database, and notes the restore in its audit log.
 * @throws UserError that says which steps are done
 */
async function openOnce(deps: CoreDeps, file: string, kept: string): Promise<void> {
  try {
    const core = await openCore(deps);
    core.audit.count({ ...COMMAND_LINE, action: 'restore', subject: file });
    await core.close();
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    throw new UserError(`The backup was restored, and ${kept}, but Heatlamp cannot open it yet: ${error.message}`);
  }
}

/**
 * Creates a database from a backup that can replace the live one: copies it, applies migrations, checks it, and gives it
 * new epochs. Changes neither the backup nor the live database. @throws UserError
 */
async function stageBackup(
  copies: Copies,
  file: string,
  files: Replacement,
  { now, newEpoch }: { now: () => number; newEpoch: () => string },
  onProgress: (progress: Progress) => void,
): Promise<Copied> {
  const folder = path.dirname(files.live);
  await requireBackupFile(file, files.live);
  await requireFreeSpace(folder, await sizeOf(file));
  try {
    await createPrivateFile(files.part);
    const contents = await copies.run({ name: 'stage', from: file, to: files.part }, onProgress);
    prepareForUse(files.part, newEpoch, now());
    await rename(files.part, files.ready);
    return { file, ...contents };
  } catch (error) {
    await removeWithLog(files.part);
    throw toUserError(error, folder);
  }
}

async function requireBackupFile(file: string, live: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new UserError(`there is no file ${file}`);
    throw new UserError(`${file} cannot be read (${error.code}): make it readable for the user that runs Heatlamp`);
  });
  if (!found.isFile()) throw new UserError(`${file} is not a file`);
  if ((await realpath(file)) === (await realpath(live).catch(() => '')))
    throw new UserError(`${file} is the database that is in use: nothing was changed`);
}

/**
 * Gives the files that root created in a data folder to the owner of the folder. A service often runs as its own user,
 * which could not open what root restored. Does nothing unless root runs it.
 */
export function giveToOwner(folder: string): void {
  const owned = statSync(folder, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || !owned?.isDirectory()) return;
  const { uid, gid } = owned;
  // Even a change to the same owner fails on a disk that is read-only.
  if (uid === 0) return;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const found = lstatSync(file);
    // A file with several hard links may also be in another folder.
    if (found.uid === 0 && found.isFile() && found.nlink === 1) lchownSync(file, uid, gid);
  }
}
