import { existsSync } from 'node:fs';
import { COMMAND_LINE } from '../audit/entry';
import type { Restored } from '../backup/backups';
import { stageBackup } from '../backup/stage-backup';
import { CannotStart } from '../cannot-start';
import { lockFolder } from '../claim-folder';
import { refuseCopied, refuseRestoreOfNode } from '../copied-folder';
import { openCore } from '../core';
import type { CoreDeps } from '../open-data';
import { createCopies, type Progress } from '../storage/copies';
import { finishInterruptedRestore, replaceLive, replacementAt, truncateLog } from '../storage/replace-file';
import { UserError } from '../user-error';
import { giveToOwner } from './give-to-owner';

/**
 * Restores a backup on a folder without a running server, even if its database is missing, damaged or of a newer version.
 * Deliveries in the inbox are projected into the restored database.
 * @throws UserError, CannotStart
 */
export async function restoreStopped(
  deps: CoreDeps,
  file: string,
  onProgress: (progress: Progress) => void,
): Promise<Restored> {
  refuseCopied(deps.config);
  refuseRestoreOfNode(deps.config);
  const { databaseFile, dataDir } = deps.config;
  const unlock = await lockFolder(deps.config);
  const copies = createCopies();
  try {
    await finishInterruptedRestore(databaseFile);
    const files = replacementAt(databaseFile, deps.now());
    const staged = await stageBackup(copies, file, files, deps, onProgress);
    const hadDatabase = existsSync(databaseFile);
    if (hadDatabase) await truncateLogOrUndo(databaseFile);
    // Before it gets its name: the service must be able to open it, even if this process is killed.
    giveToOwner(dataDir);
    await replaceLive(files);
    unlock();
    await openOnce(
      deps,
      file,
      hadDatabase ? `the previous database is kept as ${files.kept}` : 'there was no database before',
    );
    const onlyInKept = hadDatabase
      ? await copies.run({ name: 'compare', from: files.kept, to: databaseFile }).catch(() => null)
      : null;
    return { ...staged, kept: hadDatabase ? files.kept : null, onlyInKept };
  } finally {
    unlock();
    await copies.close();
  }
}

async function truncateLogOrUndo(databaseFile: string): Promise<void> {
  try {
    truncateLog(databaseFile);
  } catch (error) {
    await finishInterruptedRestore(databaseFile);
    throw error;
  }
}

/**
 * Checks that a server can open the restored database, and notes the restore in its audit log.
 * @throws UserError that says which steps are done
 */
async function openOnce(deps: CoreDeps, file: string, kept: string): Promise<void> {
  try {
    const core = await openCore(deps);
    core.audit.count({ ...COMMAND_LINE, action: 'restore', subject: file });
    await core.close();
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    throw new UserError(`The backup was restored, and ${kept}, but Heatlamp cannot open it yet: ${error.message}`);
  }
}
