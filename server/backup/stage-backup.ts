import { realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Progress } from '../storage/copies';
import { prepareForUse, type Replacement } from '../storage/replace-file';
import { UserError } from '../user-error';
import { type Copied, type Copies, createPrivateFile, requireFreeSpace, sizeOf, toUserError } from './backup-file';

/**
 * Creates a database from a backup that can replace the live one: copies it, applies migrations, checks it, and gives it
 * new epochs. Changes neither the backup nor the live database. @throws UserError
 */
export async function stageBackup(
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
    for (const beside of ['', '-journal', '-wal', '-shm']) await rm(`${files.part}${beside}`, { force: true });
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
