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
