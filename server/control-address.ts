import { createHash } from 'node:crypto';
import path from 'node:path';

/**
 * Where the server of a data folder accepts commands: a socket file in it. Windows has named pipes instead, which belong
 * to no folder; there only the user of the server and administrators may write to it.
 */
export function controlAddress(dataDir: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'win32') return path.join(dataDir, 'control.sock');
  const name = createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 16);
  return `\\\\.\\pipe\\heatlamp-${name}`;
}

/** Whether an address is a socket file. */
export function isSocketFile(address: string): boolean {
  return !address.startsWith('\\\\.\\pipe\\');
}
