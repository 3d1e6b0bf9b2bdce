import { COMMAND_LINE, entryRow } from '../audit/entry';
import { joinNodes, lockFolder } from '../claim-folder';
import { cannotOpen } from '../core';
import type { CoreDeps } from '../open-data';
import { updateDatabase } from '../prepare-database';
import { createSecretBox, type SecretBox } from '../secrets/secret-box';
import { SESSION_SECRET, SET_SESSION_SECRET } from '../sql/node-statements';
import type { Database } from '../storage/database';
import type { NodeLink } from '../storage/node-link';
import { openDatabase } from '../storage/open-database';
import { UserError } from '../user-error';

/** Whose secrets were removed: ids of subscriptions, and names of managers who had a second factor. */
export type Forgotten = { subscriptions: string[]; managers: string[] };

/**
 * Removes the secrets that cannot be decrypted with the configured keys, in a folder without a running server, which can
 * then start on the rest. @throws UserError, CannotStart
 */
export async function forgetSecretsStopped({ config, now, log }: CoreDeps): Promise<Forgotten> {
  const unlock = await lockFolder(config);
  let link: NodeLink | null = null;
  let database: Database | null = null;
  try {
    link = await joinNodes(config);
    if (link?.hadOthers)
      throw new UserError('other nodes run on this database, so they have its key: set the same SECRETS_KEY here');
    await updateDatabase({ config, log });
    database = openDatabase(config);
    const box = createSecretBox(config.secretsKey, config.oldSecretsKey);
    if (link) await forgetSessionSecret(database, box);
    return await forgetSecrets(database, box, now());
  } catch (error) {
    throw error instanceof UserError ? error : cannotOpen(error, config);
  } finally {
    await database?.$disconnect();
    await link?.close();
    unlock();
  }
}

/** The next node stores its own. */
async function forgetSessionSecret(database: Database, box: SecretBox): Promise<void> {
  const [row] = await database.$queryRawUnsafe<{ sessionSecret: string | null }[]>(SESSION_SECRET);
  if (!box.knowsKeyOf(row?.sessionSecret ?? '')) await database.$executeRawUnsafe(SET_SESSION_SECRET, null);
}

async function forgetSecrets(database: Database, box: SecretBox, now: number): Promise<Forgotten> {
  const isLost = ({ secret }: { secret: string }) => !box.knowsKeyOf(secret);
  const secrets = (await database.subscriptionSecret.findMany()).filter(isLost);
  const factors = (await database.secondFactor.findMany({ include: { manager: true } })).filter(isLost);
  const subscriptions = [...new Set(secrets.map(({ subscriptionId }) => subscriptionId))].sort();
  const managers = factors.map(({ manager }) => manager.name).sort();
  const entries = [
    ...subscriptions.map((subject) => ({ action: 'secret-ended', subject }) as const),
    ...managers.map((subject) => ({ action: 'second-factor-removed', subject }) as const),
  ].map((change) => entryRow({ ...COMMAND_LINE, ...change }, now));
  await database.$transaction([
    database.subscriptionSecret.deleteMany({ where: { id: { in: secrets.map(({ id }) => id) } } }),
    database.secondFactor.deleteMany({ where: { managerId: { in: factors.map(({ managerId }) => managerId) } } }),
    database.auditEntry.createMany({ data: entries }),
  ]);
  return { subscriptions, managers };
}
