import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const BYTES = 32;

/**
 * What the cookies of managers' sessions are signed with: made once, kept in the data folder, where only its owner
 * reads it. Without the file everybody signs in again.
 */
export async function sessionSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'session-secret');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // A crash may have left less than all of it.
  if (Buffer.from(kept.trim(), 'base64url').length === BYTES) return kept.trim();
  const made = randomBytes(BYTES).toString('base64url');
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return made;
}
