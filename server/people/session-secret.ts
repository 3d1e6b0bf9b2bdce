import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const BYTES = 32;
const fileIn = (dataDir: string) => path.join(dataDir, 'session-secret');

/** Whether a server has run with this data folder. */
export function hasSessionSecret(dataDir: string): boolean {
  return existsSync(fileIn(dataDir));
}

/**
 * The secret that signs session cookies. Generated once and stored in the data folder, readable by its owner only.
 * Without the file, everybody has to sign in again.
 */
export async function sessionSecret(dataDir: string): Promise<string> {
  const file = fileIn(dataDir);
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // A crash may have truncated the file.
  if (Buffer.from(kept.trim(), 'base64url').length === BYTES) return kept.trim();
  const made = randomBytes(BYTES).toString('base64url');
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return made;
}
