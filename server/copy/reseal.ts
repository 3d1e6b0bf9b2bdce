import {
  createSecretBox,
  factorPurpose,
  SEALED,
  type SecretBox,
  subscriptionPurpose,
  UnknownKey,
} from '../secrets/secret-box';
import { SESSION_SECRET } from '../sql/node-statements';
import type { CopyTarget } from '../storage/copy-target';
import { UserError } from '../user-error';
import type { Named } from './rows';

/** Rows with secrets, as the nodes of the target can read them. */
export type Reseal = { subscription: (row: Named) => Named; factor: (row: Named) => Named };

export type CopyKeys = {
  /** The keys of the source, as in its configuration. */
  secretsKey: Buffer | null;
  oldSecretsKey: Buffer | null;
  /** The key of the target's nodes; null: the same as that of the source. */
  targetSecretsKey: Buffer | null;
};

/** @throws UserError if the nodes of the target have another key */
export async function openReseal(target: CopyTarget, isSetUp: boolean, keys: CopyKeys): Promise<Reseal> {
  const from = createSecretBox(keys.secretsKey, keys.oldSecretsKey);
  const [row] = await target.query<{ sessionSecret: string | null }>(SESSION_SECRET);
  const stored = row?.sessionSecret ?? null;
  const key = keys.targetSecretsKey ?? keys.secretsKey;
  // Nodes without a key could not start any more, if they found secrets that are encrypted.
  const to = createSecretBox(isSetUp && stored === null ? null : key, null);
  if (stored !== null && !(stored.startsWith(SEALED) && to.isCurrent(stored)))
    throw new UserError(
      `the nodes of ${target.name} encrypt secrets with another SECRETS_KEY: set TARGET_SECRETS_KEY to theirs, and run this again`,
    );
  const reseal = (row: Named, purpose: string) => ({
    ...row,
    secret: resealed(from, to, String(row['secret']), purpose),
  });
  return {
    subscription: (row) => reseal(row, subscriptionPurpose(String(row['subscriptionId']))),
    factor: (row) => reseal(row, factorPurpose(String(row['managerId']))),
  };
}

/** @throws UserError */
function resealed(from: SecretBox, to: SecretBox, stored: string, purpose: string): string {
  try {
    return to.seal(from.open(stored, purpose), purpose);
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error;
    throw new UserError(
      'the secrets of this restaurant are encrypted, and not with this SECRETS_KEY: set the key that it runs with',
    );
  }
}
