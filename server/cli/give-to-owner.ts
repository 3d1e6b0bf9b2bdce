import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Gives the files that root has made in a data folder to the owner of the folder, who could not open them: a service
 * often has a user of its own, and root restores its backups. Does nothing for other users.
 */
export function giveToOwner(folder: string): void {
  const owned = statSync(folder, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || !owned?.isDirectory()) return;
  const { uid, gid } = owned;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const found = lstatSync(file);
    // With more than one name it may be a file of another folder.
    if (found.uid === 0 && found.isFile() && found.nlink === 1) lchownSync(file, uid, gid);
  }
}
