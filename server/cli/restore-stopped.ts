import { existsSync } from 'node:fs';
import type { Restored } from '../backup/backups';
import { stageBackup } from '../backup/stage-backup';
import { CannotStart, type CoreDeps, holdFolder, openCore } from '../core';
import { createCopies, type Progress } from '../storage/copies';
import { emptyLog, endRestore, putInPlace, replacementAt } from '../storage/replace-file';
import { UserError } from '../user-error';

/**
 * The same as `restore` on a folder on which no server runs: also where none can, because its database is damaged, was
 * used by a newer Heatlamp, or is not there. What waits in the spool goes into what was restored.
 * @throws UserError, CannotStart
 */
export async function restoreStopped(
  deps: CoreDeps,
  file: string,
  onProgress: (progress: Progress) => void,
): Promise<Restored> {
  const { databaseFile } = deps.config;
  const letGo = await holdFolder(deps.config);
  const copies = createCopies();
  try {
    await endRestore(databaseFile);
    const files = replacementAt(databaseFile, deps.now());
    const staged = await stageBackup(copies, file, files, deps, onProgress);
    const hadOne = existsSync(databaseFile);
    if (hadOne) await emptyLogOrEnd(databaseFile);
    await putInPlace(files);
    letGo();
    await tryIt(deps, hadOne ? `what was in use is kept as ${files.kept}` : 'there was none before');
    const onlyInKept = hadOne
      ? await copies.run({ name: 'compare', from: files.kept, to: databaseFile }).catch(() => null)
      : null;
    return { ...staged, kept: hadOne ? files.kept : null, onlyInKept };
  } finally {
    letGo();
    await copies.close();
  }
}

async function emptyLogOrEnd(databaseFile: string): Promise<void> {
  try {
    emptyLog(databaseFile);
  } catch (error) {
    await endRestore(databaseFile);
    throw error;
  }
}

/** Opens the restored database as a start does. @throws UserError that says which steps were done */
async function tryIt(deps: CoreDeps, kept: string): Promise<void> {
  try {
    const core = await openCore(deps);
    await core.close();
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    throw new UserError(`The backup is in place, and ${kept}; but Heatlamp cannot open it yet: ${error.message}`);
  }
}
