import { existsSync } from 'node:fs';
import { type CoreDeps, holdFolder, openCore } from '../core';
import { Refused } from '../refused';
import { createCopies, type Progress } from '../storage/copies';
import { emptyLog, endRestore, putInPlace, replacementAt } from '../storage/replace-file';
import type { Restored } from './backups';
import { stageBackup } from './stage-backup';

/**
 * The same as `restore` on a folder on which no server runs: also where none can, because its database is damaged, was
 * used by a newer Heatlamp, or is not there. What waits in the spool goes into what was restored.
 * @throws Refused, CannotStart
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
    const staged = await stageBackup(copies, file, files, deps.newEpoch, onProgress);
    const hadOne = existsSync(databaseFile);
    if (hadOne) await emptyLogIfPossible(databaseFile);
    await putInPlace(files);
    letGo();
    const core = await openCore(deps);
    await core.close();
    const onlyInKept = hadOne
      ? await copies.run({ name: 'compare', from: files.kept, to: databaseFile }).catch(() => null)
      : null;
    return { ...staged, kept: hadOne ? files.kept : null, onlyInKept };
  } finally {
    letGo();
    await copies.close();
  }
}

/** A database that is too damaged to be opened goes aside together with its log. */
async function emptyLogIfPossible(databaseFile: string): Promise<void> {
  try {
    emptyLog(databaseFile);
  } catch (error) {
    if (!(error instanceof Refused)) return;
    await endRestore(databaseFile);
    throw error;
  }
}
