import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { createCopies, Progress } from '../storage/copies';
import type { Contents } from '../storage/copy-database';
import { syncFolderIfPossible } from '../storage/replace-file';
import { UserError } from '../user-error';

/** The file and the contents of a backup or a restore (contract, Command line). */
export type Copied = { file: string } & Contents;

export type Copies = ReturnType<typeof createCopies>;

const MB = 1024 * 1024;
/** Free space in bytes that a copy must leave for deliveries. */
const RESERVED_BYTES = 64 * MB;

/**
 * Writes a verified copy of a database, which may be in use, to `file`. The file gets its name when it is complete.
 * @throws UserError
 */
export async function backUp(
  copies: Copies,
  databaseFile: string,
  file: string,
  onProgress: (progress: Progress) => void,
): Promise<Copied> {
  await requireUnusedName(file);
  await requireFreeSpace(path.dirname(file), await sizeOf(databaseFile));
  const part = partOf(file);
  try {
    // Removes the remains of an interrupted backup.
    await removeWithLog(part);
    await createPrivateFile(part);
    const contents = await copies.run({ name: 'backup', from: databaseFile, to: part }, onProgress);
    // Checked again: the rename would replace a file that was created meanwhile.
    await requireUnusedName(file);
    await rename(part, file);
    await syncFolderIfPossible(path.dirname(file));
    return { file, ...contents };
  } catch (error) {
    await removeWithLog(part).catch(() => {});
    throw toUserError(error, path.dirname(file));
  }
}

/** Creates an empty file that only its owner may read, because it will contain names of guests and password hashes. */
export async function createPrivateFile(file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close();
}

/** The name of the file until it is complete. */
function partOf(file: string): string {
  return `${file}.part`;
}

/** Size of a database in bytes, with its write-ahead log, which contains the last writes. */
export async function sizeOf(databaseFile: string): Promise<number> {
  const sizes = ['', '-wal'].map((beside) =>
    stat(`${databaseFile}${beside}`).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** @throws UserError if a folder has not enough space for a database of this size, plus what must stay free */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes + RESERVED_BYTES;
  if (bavail * bsize >= needed) return;
  const room = `${Math.floor((bavail * bsize) / MB)} MB are free, and ${Math.ceil(needed / MB)} MB are needed`;
  throw new UserError(`there is not enough room in ${folder}: ${room}`);
}

/** Converts an error of the disk to a UserError. Returns other errors unchanged. */
export function toUserError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || code.startsWith('SQLITE_FULL'))
    return new UserError(`there is not enough room in ${folder}: free some space, or choose another folder`);
  if (/^(EACCES|EROFS|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN)/.test(code))
    return new UserError(`${folder} cannot be written by the user that runs Heatlamp (${code}): take another folder`);
  if (code.startsWith('SQLITE_IOERR'))
    return new UserError(`a disk is faulty (${code}): that of ${folder}, or that of the database`);
  return error;
}

/** @throws UserError if there is a file of this name, or no folder for it */
async function requireUnusedName(file: string): Promise<void> {
  const folder = await stat(path.dirname(file)).catch(() => null);
  if (!folder?.isDirectory()) throw new UserError(`there is no folder ${path.dirname(file)}: create it first`);
  if (await stat(file).catch(() => null))
    throw new UserError(`${file} already exists: choose another name. Nothing was changed.`);
}

export async function removeWithLog(file: string): Promise<void> {
  for (const beside of ['', '-journal', '-wal', '-shm']) await rm(`${file}${beside}`, { force: true });
}
