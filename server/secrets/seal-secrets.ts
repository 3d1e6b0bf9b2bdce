import type { Log } from '../log';
import type { Database } from '../storage/database';
import { factorPurpose, type SecretBox, subscriptionPurpose } from './secret-box';

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
