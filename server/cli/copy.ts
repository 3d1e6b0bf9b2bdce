import { existsSync } from 'node:fs';
import { progressText } from '../../lib/text';
import { isCopied, lockFolder, markCopied, refuseCopied, refuseOtherTarget, unmarkCopied } from '../claim-folder';
import { type Config, databaseUrl } from '../config';
import { type CopiedRestaurant, type CopyProgress, copyRestaurant, isCopiedInto } from '../copy/copy-restaurant';
import { openCore } from '../core';
import type { CoreDeps } from '../open-data';
import { nameOf } from '../storage/postgresql';
import { UserError } from '../user-error';
import { runCommand } from './commands';
import { giveToOwner } from './restore';

const TERMINAL_INTERVAL_MS = 200;
const LOG_INTERVAL_MS = 10_000;

/**
 * Copies the SQLite of a data folder, which no server uses, into PostgreSQL, with what waits in its inbox. From then on no
 * server opens the folder without DATABASE_URL. @throws UserError, CannotStart
 */
export async function copyFolder(
  deps: CoreDeps,
  to: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopiedRestaurant> {
  const { config, now } = deps;
  refuseAddress(config, to);
  const { databaseFile, dataDir } = config;
  if (isCopied(config)) {
    // The mark is set before the last commit, which an interrupted copy may not have reached.
    if (await isCopiedInto({ databaseFile, to })) refuseCopied(config);
    await unmarkCopied(config);
  }
  await applyInbox(deps, nameOf(to));
  const unlock = await lockFolder(config);
  try {
    return await copyRestaurant({
      ...{ databaseFile, to, keys: config, now, onProgress },
      async onFinishing(target) {
        await markCopied(config, target, now());
        // The service, which must not start now, has to be able to read why, even if this process is killed.
        giveToOwner(dataDir);
      },
      onFailed: () => unmarkCopied(config),
    });
  } finally {
    unlock();
  }
}

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

/** Writes what was only acknowledged to the database, and notes the copy in its audit log. @throws CannotStart */
async function applyInbox(deps: CoreDeps, to: string): Promise<void> {
  const core = await openCore(deps);
  try {
    await runCommand({ deps: core, refusals: null }, 'copy', { to });
  } finally {
    await core.close();
  }
}

/** Shows the progress of a copy: on a terminal one line that is overwritten, elsewhere a line every ten seconds. */
export function createCopyLine(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): (progress: CopyProgress) => void {
  let shownAt = performance.now();
  let begun: { phase: CopyProgress['phase']; at: number } | null = null;
  return ({ phase, ...rows }) => {
    const now = performance.now();
    if (begun?.phase !== phase) begun = { phase, at: now };
    const isDone = rows.done === rows.of && stream.isTTY;
    if (!isDone && now - shownAt < (stream.isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return;
    shownAt = now;
    const perSecond = now > begun.at ? (rows.done * 1_000) / (now - begun.at) : 0;
    const text = `${phase}: ${progressText({ ...rows, perSecond }, 'rows')}`;
    stream.write(stream.isTTY ? `\r${text}\u001b[K${isDone ? '\n' : ''}` : `${text}\n`);
  };
}
