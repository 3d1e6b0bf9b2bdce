import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COMMAND } from '../lib/release';
import { CannotStart, codeOf } from './cannot-start';
import type { Config } from './config';
import { nameOf } from './storage/postgresql';
import { syncFolderIfPossible } from './storage/sync-folder';
import { UserError } from './user-error';

type Folder = Pick<Config, 'dataDir'>;

const copiedIn = ({ dataDir }: Folder) => path.join(dataDir, 'copied-to-postgresql');
/** Until PostgreSQL has confirmed its last transaction, a copy may be in use there or not. */
const copyingIn = ({ dataDir }: Folder) => path.join(dataDir, 'copying-to-postgresql');

/** Whether the SQLite of a data folder is in use in PostgreSQL. */
export const isCopied = (folder: Folder) => existsSync(copiedIn(folder));

/** Whether it may be, because the last copy was interrupted while PostgreSQL committed it. */
export const mayBeCopied = (folder: Folder) => existsSync(copyingIn(folder));

/** Marks a data folder whose SQLite may be in use in `to`, as messages call it, from `at` on (epoch ms). @throws UserError */
export async function markCopying(folder: Folder, to: string, at: number): Promise<void> {
  const file = copyingIn(folder);
  try {
    await writeFile(file, `${to} on ${new Date(at).toISOString().slice(0, 10)}\n`, { mode: 0o600, flush: true });
    await syncFolderIfPossible(folder.dataDir);
  } catch (error) {
    throw new UserError(
      `${file} could not be written (${codeOf(error)}), so the copy was not finished: free space or make the folder writable, and run this again`,
    );
  }
}

/** The same for one whose SQLite is in use in `to`. @throws UserError */
export async function markCopied(folder: Folder, to: string, at: number): Promise<void> {
  if (!mayBeCopied(folder)) await markCopying(folder, to, at);
  const file = copiedIn(folder);
  try {
    await rename(copyingIn(folder), file);
    await syncFolderIfPossible(folder.dataDir);
  } catch (error) {
    throw new UserError(
      `the restaurant is in use in ${to} now, but ${file} could not be written (${codeOf(error)}): never start Heatlamp on this folder without DATABASE_URL`,
    );
  }
}

/** Once the copy that was interrupted is undone. */
export const unmarkCopying = (folder: Folder) => rm(copyingIn(folder), { force: true });

/**
 * A start without DATABASE_URL would open the old SQLite, and project into it what waits in the inbox for PostgreSQL.
 * @throws CannotStart
 */
export function refuseCopied(config: Config): void {
  if (config.databaseUrl !== null) return;
  const { databaseFile } = config;
  if (isCopied(config))
    throw new CannotStart(
      `${databaseFile} was copied into ${targetIn(copiedIn(config))}, and is in use there: set DATABASE_URL. What is received here would be missing there. To go back to the data of that day on purpose, delete ${copiedIn(config)}`,
    );
  if (mayBeCopied(config))
    throw new CannotStart(
      `${databaseFile} may be in use in ${targetIn(copyingIn(config))}: its last copy was interrupted while PostgreSQL committed it. Run the same ${COMMAND} copy again, which finds out and finishes it, or with --undo, if the copy is not wanted any more`,
    );
}

/** Whether a copy is in use can be found out only where it was made. `to` is the target, as messages call it. @throws UserError */
export function refuseOtherTarget(folder: Folder, to: string): void {
  if (!mayBeCopied(folder) || targetIn(copyingIn(folder)).startsWith(`${to} on `)) return;
  throw new UserError(
    `the last copy, which may be in use, was into ${targetIn(copyingIn(folder))}: use the same address, or, if that database has another one now, delete ${copyingIn(folder)} first`,
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
