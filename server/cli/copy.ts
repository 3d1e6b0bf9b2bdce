import { existsSync } from 'node:fs';
import { lockFolder } from '../claim-folder';
import { databaseUrl } from '../config';
import { type CopiedRestaurant, copyRestaurant } from '../copy/copy-restaurant';
import type { CopyProgress } from '../copy/progress';
import { openCore } from '../core';
import type { CoreDeps } from '../open-data';
import { nameOf } from '../storage/postgresql';
import { UserError } from '../user-error';
import { runCommand } from './commands';
import { sendCommand } from './control';

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
  const address = databaseUrl('--to must be an address such as postgresql://user:password@host/heatlamp').safeParse(to);
  if (!address.success) throw new UserError(address.error.issues[0]?.message ?? '');
  if (config.databaseUrl !== null)
    throw new UserError(
      `the data is in ${nameOf(config.databaseUrl)} already: copy reads the SQLite of DATA_DIR, without DATABASE_URL`,
    );
  if (!existsSync(config.databaseFile))
    throw new UserError(`there is no database ${config.databaseFile}: check DATA_DIR`);
  const { databaseFile } = config;
  const copy = (isLast: boolean) => copyRestaurant({ databaseFile, to, keys: config, isLast, now, onProgress });

  const announced = { to: nameOf(to) };
  const answer = await sendCommand(config.controlSocket, 'copy', announced);
  if (answer && !answer.ok) throw new UserError(answer.message);
  if (answer) return copy(false);
  await projectInbox(deps, announced);
  const unlock = await lockFolder(config);
  try {
    return await copy(true);
  } finally {
    unlock();
  }
}

/** What the stopped server has acknowledged, and not written to its database. */
async function projectInbox(deps: CoreDeps, announced: { to: string }): Promise<void> {
  const core = await openCore(deps);
  try {
    await runCommand({ deps: core, refusals: null }, 'copy', announced);
  } finally {
    await core.close();
  }
}
