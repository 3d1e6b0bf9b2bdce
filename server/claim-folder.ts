import { statSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { COMMAND } from '../lib/release';
import { CannotStart, cannotUse, codeOf } from './cannot-start';
import type { Config } from './config';
import { type FileInbox, openInbox } from './intake/inbox';
import { hasSessionSecret } from './people/session-secret';
import { acquireLock, isBusy, LockedElsewhere } from './storage/lock';
import { AlreadyLocked, type NodeLink, openNodeLink } from './storage/node-link';
import { notReached, whyUnusable } from './storage/postgresql';
import { translate } from './webhooks/translate';

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
    if (error instanceof AlreadyLocked)
      throw new CannotStart(`${error.message}: stop it, or set DATABASE_URL to another database`);
    throw new CannotStart(
      whyUnusable(databaseUrl, error, 'DATABASE_URL') ?? notReached(databaseUrl, error, 'DATABASE_URL'),
    );
  });
}

const runsElsewhere = (dataDir: string) =>
  `another Heatlamp runs on ${dataDir}: stop it, or set DATA_DIR to another folder`;
