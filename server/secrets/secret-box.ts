import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Log } from '../log';
import type { Database } from '../storage/database';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** How stored text begins that is encrypted. No plain secret may begin so. */
export const SEALED = 'enc1.';

/** Encrypts secrets before they are stored, if there is a key, and decrypts them. */
export type SecretBox = {
  /** `purpose` says whose secret it is: text that was copied to another row cannot be opened. */
  seal: (secret: string, purpose: string) => string;
  /** @throws UnknownKey, or Error if the text was changed or belongs to another purpose */
  open: (stored: string, purpose: string) => string;
  /** Whether stored text is plain, or encrypted with one of the keys. */
  knowsKeyOf: (stored: string) => boolean;
  /** Whether stored text is as `seal` would store it now. */
  isCurrent: (stored: string) => boolean;
};

/** What the secrets of a subscription are sealed for. */
export function subscriptionPurpose(id: string): string {
  return `subscription ${id}`;
}

/** What the second factor of a manager is sealed for. */
export function factorPurpose(managerId: string): string {
  return `second factor of ${managerId}`;
}

export class UnknownKey extends Error {}

/** `key` encrypts; both decrypt. Without `key`, secrets are stored as they are. 32 bytes each. */
export function createSecretBox(key: Buffer | null, oldKey: Buffer | null): SecretBox {
  const keys = new Map([key, oldKey].filter((each) => each !== null).map((each) => [nameOf(each), each]));
  return {
    seal(secret, purpose) {
      if (key === null) return secret;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${SEALED}${nameOf(key)}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(stored, purpose) {
      if (!stored.startsWith(SEALED)) return stored;
      const [name = '', text = ''] = stored.slice(SEALED.length).split('.');
      const known = keys.get(name);
      if (!known) throw new UnknownKey('the secrets in the database are encrypted with another key');
      const bytes = Buffer.from(text, 'base64url');
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv(CIPHER, known, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    knowsKeyOf: (stored) => !stored.startsWith(SEALED) || keys.has(stored.slice(SEALED.length).split('.')[0] ?? ''),
    isCurrent: (stored) => (key === null ? !stored.startsWith(SEALED) : stored.startsWith(`${SEALED}${nameOf(key)}.`)),
  };
}

/** Tells keys apart, and reveals nothing of them. */
function nameOf(key: Buffer): string {
  return createHash('sha256').update('heatlamp secrets key').update(key).digest('hex').slice(0, 8);
}

/**
 * Stores secrets again that are not encrypted with the present key: after the key was set, changed or removed.
 * @throws UnknownKey if they are encrypted with a key that is not given
 */
export async function sealSecrets(
  database: Database,
  box: SecretBox,
  { isSqlite, log }: { isSqlite: boolean; log: Pick<Log, 'info'> },
): Promise<void> {
  const secrets = (await database.subscriptionSecret.findMany()).flatMap(({ id, subscriptionId, secret }) => {
    const stored = resealed(box, secret, subscriptionPurpose(subscriptionId));
    return stored === null ? [] : [{ id, stored }];
  });
  const factors = (await database.secondFactor.findMany()).flatMap(({ managerId, secret }) => {
    const stored = resealed(box, secret, factorPurpose(managerId));
    return stored === null ? [] : [{ managerId, stored }];
  });
  const count = secrets.length + factors.length;
  if (count === 0) return;
  await database.$transaction([
    ...secrets.map(({ id, stored }) => database.subscriptionSecret.update({ where: { id }, data: { secret: stored } })),
    ...factors.map(({ managerId, stored }) =>
      database.secondFactor.update({ where: { managerId }, data: { secret: stored } }),
    ),
  ]);
  if (isSqlite) await database.$queryRawUnsafe('PRAGMA wal_checkpoint(TRUNCATE)');
  log.info({ count }, 'the secrets in the database were stored again, by the present SECRETS_KEY');
}

/** Null if it is stored as it should be. */
function resealed(box: SecretBox, stored: string, purpose: string): string | null {
  const secret = box.open(stored, purpose);
  return box.isCurrent(stored) ? null : box.seal(secret, purpose);
}
