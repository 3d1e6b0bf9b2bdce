import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COMMAND } from '../lib/release';
import { CannotStart, codeOf } from './cannot-start';
import type { Config } from './config';
import { nameOf } from './storage/postgresql';
import { syncFolderIfPossible } from './storage/replace-file';
import { UserError } from './user-error';

type Folder = Pick<Config, 'dataDir'>;

const copiedIn = ({ dataDir }: Folder) => path.join(dataDir, 'copied-to-postgresql');

/** Whether a data folder is marked as one whose SQLite is in use in PostgreSQL. */
export const isCopied = (folder: Folder) => existsSync(copiedIn(folder));

/**
 * Marks a data folder whose SQLite is in use in `to`, as messages call it, from `at` on (epoch ms). Call it before the
 * commit that brings that about: a server must not open the folder if only the answer to the commit is lost.
 * @throws UserError
 */
export async function markCopied(folder: Folder, to: string, at: number): Promise<void> {
  const file = copiedIn(folder);
  try {
    await writeFile(file, `${to} on ${new Date(at).toISOString().slice(0, 10)}\n`, { mode: 0o600, flush: true });
    await syncFolderIfPossible(folder.dataDir);
  } catch (error) {
    throw new UserError(
      `${file} could not be written (${codeOf(error)}), so the copy was not finished: free space or make the folder writable, and run this again`,
    );
  }
}

/** Takes the mark back, once it is known that PostgreSQL does not have the restaurant. */
export const unmarkCopied = (folder: Folder) => rm(copiedIn(folder), { force: true });

/**
 * A start without DATABASE_URL would open the old SQLite, and project into it what waits in the inbox for PostgreSQL.
 * @throws CannotStart
 */
export function refuseCopied(config: Config): void {
  if (config.databaseUrl !== null || !isCopied(config)) return;
  throw new CannotStart(
    `${config.databaseFile} was copied into ${targetIn(copiedIn(config))}, and is in use there: set DATABASE_URL. What is received here would be missing there. If the copy was interrupted at its end, run the same ${COMMAND} copy again, which finds out. To go back to the data of that day on purpose, delete ${copiedIn(config)}`,
  );
}

/** Whether a copy is in use can be found out only where it was made. `to` is the target, as messages call it. @throws UserError */
export function refuseOtherTarget(folder: Folder, to: string): void {
  if (!isCopied(folder) || targetIn(copiedIn(folder)).startsWith(`${to} on `)) return;
  throw new UserError(
    `this restaurant was copied into ${targetIn(copiedIn(folder))}: use the same address, or, if that database has another one now, delete ${copiedIn(folder)} first`,
  );
}

/** Tells the folder of a node on PostgreSQL from one whose SQLite is lost. */
const notedIn = ({ dataDir }: Folder) => path.join(dataDir, 'data-in-postgresql');

/** Notes in a data folder whether its data is in PostgreSQL. @throws an error of the disk */
export async function noteDatabase(config: Folder & Pick<Config, 'databaseUrl'>): Promise<void> {
  if (config.databaseUrl === null) await rm(notedIn(config), { force: true });
  else await writeFile(notedIn(config), `${nameOf(config.databaseUrl)}\n`, { mode: 0o600 });
}

/** A restore would make a SQLite database that no server uses. @throws UserError */
export function refuseRestoreOfNode(config: Config): void {
  const note = notedIn(config);
  if (!existsSync(note)) return;
  throw new UserError(
    `Heatlamp keeps the data of ${config.dataDir} in ${targetIn(note)}, whose backups pg_restore puts back. Nothing was done. ` +
      `To use SQLite in this folder from now on, delete ${note}, and run this again`,
  );
}

const targetIn = (file: string) => readFileSync(file, 'utf8').trim() || 'PostgreSQL';
