import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Gives the files that root created in a data folder to the owner of the folder. A service often runs as its own user,
 * which could not open what root restored. Does nothing unless root runs it.
 */
export function giveToOwner(folder: string): void {
  const owned = statSync(folder, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || !owned?.isDirectory()) return;
  const { uid, gid } = owned;
  // Even a change to the same owner fails on a disk that is read-only.
  if (uid === 0) return;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const found = lstatSync(file);
    // A file with several hard links may also be in another folder.
    if (found.uid === 0 && found.isFile() && found.nlink === 1) lchownSync(file, uid, gid);
  }
}
