import { lockFolder } from '../claim-folder';
import type { CoreDeps } from '../open-data';
import { type Recovered, recoverDatabase } from '../storage/recover-database';

/** Copies what can be read of the damaged database of a folder without a running server. @throws UserError, CannotStart */
export async function recoverStopped({ config, now, newEpoch }: CoreDeps, file: string): Promise<Recovered> {
  const unlock = await lockFolder(config);
  try {
    return await recoverDatabase(config.databaseFile, file, { timeZone: config.timeZone, newEpoch, now });
  } finally {
    unlock();
  }
}
