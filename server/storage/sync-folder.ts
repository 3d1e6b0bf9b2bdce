import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** A new name in a folder is only there after a power cut if the folder was synced too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same, and the thread waits for it. */
export function syncFolderAtOnce(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The same where the disk may be another machine's: some of those cannot sync a folder, and say so. */
export async function syncFolderIfPossible(folder: string): Promise<void> {
  await syncFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (!CANNOT.includes(error.code ?? '')) throw error;
  });
}

const CANNOT = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'];
