import { applyConfigChange, type ConfigChangeDeps } from '../board/stages';
import type { SigningKey } from '../webhooks/sign';
import { replacement, type Subscription } from '../webhooks/subscription';

type Deps = ConfigChangeDeps & { now: () => number };

/**
 * Notes that the POS has signed with the new secret of a rotation: from then on it is not shown any more. Returns the
 * function to call with the subscription and the key of each stored delivery. If it cannot be written, the next one notes
 * it.
 */
export function createUsedSecrets(deps: Deps): (subscription: Subscription, key: SigningKey) => void {
  const noting = new Set<string>();
  return (subscription, key) => {
    const { id } = subscription;
    const secret = replacement(subscription);
    if (secret?.secret !== key.secret || (secret.usedAt ?? null) !== null || noting.has(id)) return;
    noting.add(id);
    const where = { subscriptionId: id, validFrom: secret.validFrom, validUntil: null };
    applyConfigChange(deps, (sql) => sql.subscriptionSecret.updateMany({ where, data: { usedAt: deps.now() } }))
      .catch(() => {})
      .finally(() => noting.delete(id));
  };
}
