import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shortOf } from '../storage/failure';
import { UserError } from '../user-error';

/** The last backup that was completed, and that the command line saw. */
export type LastBackup = {
  file: string;
  /** When it was begun: server time, epoch ms. */
  at: number;
};

/** In the data folder and not in the database, because a restore brings back an earlier database. */
const fileIn = (dataDir: string) => path.join(dataDir, 'last-backup.json');

/** @throws UserError if the data folder cannot be written */
export async function noteBackup(dataDir: string, { file, at }: LastBackup): Promise<void> {
  const note = fileIn(dataDir);
  // Written beside it first, because a full disk or a crash would leave an empty file.
  const part = `${note}.part`;
  try {
    await writeFile(part, `${JSON.stringify({ file, at })}\n`, { mode: 0o600, flush: true });
    await rename(part, note);
  } catch (error) {
    throw new UserError(`${file} is complete, but doctor will not know of it: ${shortOf(error)}`);
  }
}

/** Null if there was none, or if its note cannot be read. */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as LastBackup;
  } catch {
    return null;
  }
}
