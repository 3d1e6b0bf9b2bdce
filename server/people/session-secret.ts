import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CannotStart } from '../cannot-start';
import type { SecretBox } from '../secrets/secret-box';
import { SESSION_SECRET, SET_SESSION_SECRET } from '../sql/node-statements';
import type { Statements } from '../sql/statements';

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

const PURPOSE = 'session cookies';

/**
 * The secret that all nodes of a database sign with. It is stored there only encrypted: with a copy of the database
 * alone, nobody can make a cookie. So several nodes need a SECRETS_KEY; a single one keeps the secret of its data folder.
 * @throws CannotStart, UnknownKey
 */
export async function clusterSecret(sql: Statements, box: SecretBox, own: string, hasOthers: boolean): Promise<string> {
  const [row] = await sql.$queryRawUnsafe<{ sessionSecret: string | null }[]>(SESSION_SECRET);
  const stored = row?.sessionSecret ?? null;
  if (hasOthers && (stored === null || !box.isCurrent(stored)))
    throw new CannotStart(
      'other nodes use this database with another SECRETS_KEY, or without one: several nodes need the same. Stop the others, or set it there first',
    );
  const secret = stored === null ? own : box.open(stored, PURPOSE);
  const sealed = box.seal(secret, PURPOSE);
  const isSealed = sealed !== secret;
  if (stored === null ? isSealed : !box.isCurrent(stored))
    await sql.$executeRawUnsafe(SET_SESSION_SECRET, isSealed ? sealed : null);
  return secret;
}
