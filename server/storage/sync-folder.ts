import { open } from 'node:fs/promises';

/** Syncs a folder. Otherwise a new file in it may be lost in a power failure. Windows cannot open folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same, but ignores that some network file systems cannot sync a folder. */
export async function syncFolderIfPossible(folder: string): Promise<void> {
  await syncFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (!CANNOT.includes(error.code ?? '')) throw error;
  });
}

const CANNOT = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'];
