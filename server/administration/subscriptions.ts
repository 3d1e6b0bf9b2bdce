import type { AuditValues } from '../../contract/audit';
import { type AuditedChangeDeps, applyAuditedChange } from '../audit/audited-change';
import type { Author } from '../audit/entry';
import type { Core } from '../core';
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

type Deps = AuditedChangeDeps & Pick<Core, 'secretBox' | 'subscriptions'>;

/** @throws UserError */
export function addAudited(deps: Deps, wanted: NewSubscription, author: Author) {
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
  deps: Deps,
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
export function limitAudited(deps: Deps, id: string, branches: readonly number[] | null, author: Author) {
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
export function removeAudited(deps: Deps, id: string, author: Author) {
  return applyAuditedChange(
    deps,
    (sql) => removeSubscription(sql, id),
    author,
    () => ({ action: 'subscription-removed', subject: id }),
  );
}

/** @throws UserError */
export function changeSigningAudited(deps: Deps, id: string, wanted: Signing, author: Author) {
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
