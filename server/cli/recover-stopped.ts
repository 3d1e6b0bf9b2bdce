import path from 'node:path';
import { requireFreeSpace, requireUnusedName, sizeOf, toUserError } from '../backup/backup-file';
import { lockFolder } from '../claim-folder';
import type { CoreDeps } from '../open-data';
import { type Recovered, recoverDatabase } from '../storage/recover-database';

/** Copies what can be read of the damaged database of a folder without a running server. @throws UserError, CannotStart */
export async function recoverStopped({ config, now, newEpoch }: CoreDeps, file: string): Promise<Recovered> {
  const { databaseFile, timeZone } = config;
  const folder = path.dirname(file);
  const unlock = await lockFolder(config);
  try {
    await requireUnusedName(file);
    await requireFreeSpace(folder, await sizeOf(databaseFile));
    return await recoverDatabase(databaseFile, file, { timeZone, newEpoch, now });
  } catch (error) {
    throw toUserError(error, folder);
  } finally {
    unlock();
  }
}
