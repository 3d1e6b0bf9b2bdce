import { existsSync } from 'node:fs';
import { lockFolder } from '../claim-folder';
import { type Config, databaseUrl } from '../config';
import {
  isCopied,
  markCopied,
  markCopying,
  mayBeCopied,
  refuseCopied,
  refuseOtherTarget,
  unmarkCopying,
} from '../copied-folder';
import { type CopiedRestaurant, copyRestaurant } from '../copy/copy-restaurant';
import type { CopyProgress } from '../copy/progress';
import { type UndoneCopy, undoCopy } from '../copy/undo-copy';
import { openCore } from '../core';
import type { CoreDeps } from '../open-data';
import { nameOf } from '../storage/postgresql';
import { UserError } from '../user-error';
import { runCommand } from './commands';
import { sendCommand } from './control';
import { giveToOwner } from './give-to-owner';

/**
 * Copies the SQLite of a data folder into PostgreSQL. Without a server on the folder it is the last copy, and keeps a
 * server from starting there meanwhile. @throws UserError, CannotStart
 */
export async function copyFolder(
  deps: CoreDeps,
  to: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopiedRestaurant> {
  const { config, now } = deps;
  refuseAddress(config, to);
  const isUncertain = mayBeCopied(config) && !isCopied(config);
  if (!isUncertain) refuseCopied(config);
  const { databaseFile } = config;
  const copy = (isLast: boolean) =>
    copyRestaurant({ databaseFile, to, keys: config, isLast, now, onProgress, ...marksOf(config) });

  // What waited in the inbox of an uncertain one is in the database, and nothing must be written to it any more.
  if (!isUncertain && (await announce(deps, { to: nameOf(to) }))) return copy(false);
  const unlock = await lockFolder(config);
  try {
    return await copy(true);
  } finally {
    unlock();
  }
}

/** Removes from PostgreSQL what an unfinished copy of a data folder added, also beside a server. @throws UserError, CannotStart */
export async function undoCopyOf(
  deps: CoreDeps,
  to: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<UndoneCopy> {
  refuseAddress(deps.config, to);
  const { config, now } = deps;
  // Nothing is written any more to a folder that may be in use in PostgreSQL.
  if (!isCopied(config) && !mayBeCopied(config)) await announce(deps, { to: nameOf(to), undo: true });
  const undone = await undoCopy({ databaseFile: config.databaseFile, to, now, onProgress, ...marksOf(config) });
  await unmarkCopying(config);
  return undone;
}

const marksOf = (config: Config) => ({
  onFinishing: async (to: string, at: number) => {
    await markCopying(config, to, at);
    // The service, which must not start now, has to be able to read why, even if this process is killed.
    giveToOwner(config.dataDir);
  },
  onFinished: (to: string, at: number) => markCopied(config, to, at),
});

/** @throws UserError */
function refuseAddress(config: Config, to: string): void {
  const address = databaseUrl('--to must be an address such as postgresql://user:password@host/heatlamp').safeParse(to);
  if (!address.success) throw new UserError(address.error.issues[0]?.message ?? '');
  if (config.databaseUrl !== null)
    throw new UserError(
      `the data is in ${nameOf(config.databaseUrl)} already: copy reads the SQLite of DATA_DIR, without DATABASE_URL`,
    );
  if (!existsSync(config.databaseFile))
    throw new UserError(`there is no database ${config.databaseFile}: check DATA_DIR`);
  refuseOtherTarget(config, nameOf(to));
}

/**
 * Has the audit log note what begins. Without a server, also writes to the database what one has only acknowledged.
 * Resolves to whether a server runs. @throws UserError, CannotStart
 */
async function announce(deps: CoreDeps, announced: { to: string; undo?: boolean }): Promise<boolean> {
  const answer = await sendCommand(deps.config.controlSocket, 'copy', announced);
  if (answer && !answer.ok) throw new UserError(answer.message);
  if (answer) return true;
  const core = await openCore(deps);
  try {
    await runCommand({ deps: core, refusals: null }, 'copy', announced);
  } finally {
    await core.close();
  }
  return false;
}
