import { existsSync, readFileSync, statSync } from 'node:fs';
import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COMMAND } from '../lib/release';
import { CannotStart, cannotUse, codeOf } from './cannot-start';
import type { Config } from './config';
import { type FileInbox, openInbox } from './intake/inbox';
import { hasSessionSecret } from './people/session-secret';
import { acquireLock, isBusy, LockedElsewhere } from './storage/lock';
import { type NodeLink, openNodeLink } from './storage/node-link';
import { nameOf, notReached, whyUnusable } from './storage/postgresql';
import { syncFolderIfPossible } from './storage/replace-file';
import { UserError } from './user-error';
import { translate } from './webhooks/translate';

type Folder = Pick<Config, 'dataDir'>;

/** The version of Node-API that better-sqlite3 is built for. */
const DRIVER_NODE_API = 10;

/** Locks a data folder for this process. Call the result to unlock. @throws CannotStart */
export async function lockFolder({ dataDir, lockFile }: Config): Promise<() => void> {
  // An older Node would end with a segmentation fault.
  if (Number(process.versions['napi']) < DRIVER_NODE_API)
    throw new CannotStart(`Node ${process.versions.node} is too old for the database: install Node 22.14 or newer`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw cannotUse(
      dataDir,
      error,
      `the data folder ${dataDir} cannot be written (${codeOf(error)}): make it writable, or set DATA_DIR to another`,
    );
  }
  try {
    return acquireLock(lockFile);
  } catch (error) {
    if (error instanceof LockedElsewhere) {
      throw new CannotStart(runsElsewhere(dataDir));
    }
    throw cannotUse(
      dataDir,
      error,
      `${lockFile} cannot be opened (${codeOf(error)}): make it writable, or set DATA_DIR to another folder`,
    );
  }
}

/** The inbox in the data folder, which no other process can open until it is closed. @throws CannotStart */
export function localInbox({ inboxFile, dataDir }: Config): FileInbox {
  let inbox: FileInbox | null = null;
  try {
    inbox = openInbox(inboxFile, translate);
    inbox.claim();
    return inbox;
  } catch (error) {
    inbox?.close();
    if (error instanceof LockedElsewhere || isBusy(error)) throw new CannotStart(runsElsewhere(dataDir));
    throw cannotUse(
      dataDir,
      error,
      `the inbox ${inboxFile} cannot be opened (${codeOf(error)}): make it, and the files beside it, writable, or keep a copy and move it away if it is damaged`,
    );
  }
}

/** A file is empty after the repair of a file system, or a copy to a full disk. */
const hasDatabase = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** A start would silently make an empty database where there was one before. @throws CannotStart */
export function refuseLostDatabase({ databaseUrl, databaseFile, dataDir }: Config): void {
  if (databaseUrl !== null || hasDatabase(databaseFile) || !hasSessionSecret(dataDir)) return;
  throw new CannotStart(
    `${databaseFile} is missing or empty, and Heatlamp has run with this folder before. Put the database back, or restore a backup: ${COMMAND} restore FILE. If the data is in PostgreSQL, set DATABASE_URL. To begin with an empty database, delete the session-secret in ${dataDir} as well`,
  );
}

/** A command would silently make a database beside the one of the server that was meant. @throws CannotStart */
export function refuseEmptyFolder({ databaseUrl, databaseFile, dataDir }: Config): void {
  if (databaseUrl !== null || hasDatabase(databaseFile) || hasSessionSecret(dataDir)) return;
  throw new CannotStart(
    `there is no data in ${dataDir}: start Heatlamp first, or set DATA_DIR to the folder of the Heatlamp that you mean`,
  );
}

/** Joins the nodes of a PostgreSQL database; null with SQLite, which has one. @throws CannotStart */
export async function joinNodes({ databaseUrl }: Config): Promise<NodeLink | null> {
  if (databaseUrl === null) return null;
  return openNodeLink(databaseUrl).catch((error: unknown) => {
    throw new CannotStart(
      whyUnusable(databaseUrl, error, 'DATABASE_URL') ?? notReached(databaseUrl, error, 'DATABASE_URL'),
    );
  });
}

const runsElsewhere = (dataDir: string) =>
  `another Heatlamp runs on ${dataDir}: stop it, or set DATA_DIR to another folder`;

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
