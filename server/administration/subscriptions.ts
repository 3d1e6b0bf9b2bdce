import type { AuditValues } from '../../contract/audit';
import { type Author, applyAuditedChange } from '../audit/entry';
import { applyConfigChange, type ConfigChangeDeps } from '../board/stages';
import type { Core } from '../core';
import type { SigningKey } from '../webhooks/sign';
import { replacement, type Subscription } from '../webhooks/subscription';
import {
  addSubscription,
  changeSigning,
  limitSubscription,
  type NewSubscription,
  removeSubscription,
  rotateSubscription,
  type Signing,
} from '../webhooks/subscriptions';

// The changes of subscriptions with their entries in the audit log, for the command line and the pages of owners. Until the
// commit, memory has what was before.
/** @throws UserError */
export function addAudited(deps: Core, wanted: NewSubscription, author: Author) {
  return applyAuditedChange(
    deps,
    (sql) => addSubscription(sql, wanted, deps.secretBox, deps.now()),
    author,
    ({ id }) => ({
      action: 'subscription-added',
      subject: id,
      after: { event: wanted.event ?? null, branches: wanted.branches ?? null },
    }),
  );
}

/** @throws UserError */
export function rotateAudited(
  deps: Core,
  id: string,
  options: { secret?: string | undefined; finish?: boolean | undefined },
  author: Author,
) {
  return applyAuditedChange(
    deps,
    (sql) => rotateSubscription(sql, id, options, deps.secretBox, deps.now()),
    author,
    ({ oldUntil }) => ({
      ...{ action: options.finish ? 'secret-ended' : 'secret-added', subject: id, after: { oldUntil } },
    }),
  );
}

/** @throws UserError */
export function limitAudited(deps: Core, id: string, branches: readonly number[] | null, author: Author) {
  return applyAuditedChange(
    deps,
    (sql) => limitSubscription(sql, id, branches),
    author,
    (done) => ({
      ...{ action: 'subscription-limited', subject: id },
      before: { branches: deps.subscriptions().get(id)?.branches ?? null },
      after: { branches: done.branches },
    }),
  );
}

/** @throws UserError */
export function removeAudited(deps: Core, id: string, author: Author) {
  return applyAuditedChange(
    deps,
    (sql) => removeSubscription(sql, id),
    author,
    () => ({ action: 'subscription-removed', subject: id }),
  );
}

/** @throws UserError */
export function changeSigningAudited(deps: Core, id: string, wanted: Signing, author: Author) {
  return applyAuditedChange(
    deps,
    (sql) => changeSigning(sql, id, wanted, deps.secretBox, deps.now()),
    author,
    (after) => ({
      ...{ action: 'subscription-signing', subject: id },
      before: signingValues(deps.subscriptions().get(id) ?? {}),
      after: signingValues(after),
    }),
  );
}

function signingValues({ secretEncoding, signatureEncoding, algorithm }: Signing): AuditValues {
  return {
    secretEncoding: secretEncoding ?? null,
    signatureEncoding: signatureEncoding ?? null,
    algorithm: algorithm ?? null,
  };
}

/**
 * Notes that the POS has signed with the new secret of a rotation: from then on it is not shown any more. Returns the
 * function to call with the subscription and the key of each stored delivery. If it cannot be written, the next one notes
 * it.
 */
export function createUsedSecrets(
  deps: ConfigChangeDeps & { now: () => number },
): (subscription: Subscription, key: SigningKey) => void {
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
