import { type Author, applyAuditedChange } from '../audit/entry';
import { takeBranches } from '../board/stages';
import type { Core } from '../core';
import {
  addManager,
  changeManager,
  type NewManager,
  removeFactorOf,
  removeManager,
  resetPassword,
  signOutManager,
} from '../people/managers';

// The changes of managers with their entries in the audit log, for the command line and the pages of owners.

/** @throws UserError */
export function addManagerAudited(deps: Core, wanted: NewManager, author: Author) {
  const { role, branches } = wanted;
  return applyAuditedChange(
    deps,
    async (sql, stages) => {
      await takeBranches(sql, branches ?? [], stages);
      return addManager(sql, wanted, deps.now());
    },
    author,
    ({ name }) => ({ action: 'manager-added', subject: name, after: { role, branches } }),
  );
}

/** @throws UserError */
export function changeManagerAudited(
  deps: Core,
  name: string,
  wanted: Pick<NewManager, 'role' | 'branches'>,
  author: Author,
) {
  const { role, branches } = wanted;
  return applyAuditedChange(
    deps,
    async (sql, stages) => {
      await takeBranches(sql, branches ?? [], stages);
      return changeManager(sql, name, wanted);
    },
    author,
    (changed) => ({
      ...{ action: 'manager-changed', subject: changed.name },
      before: rightsOf(deps, changed.name),
      after: { role, branches },
    }),
  );
}

/** @throws UserError */
export function removeManagerAudited(deps: Core, name: string, author: Author) {
  return applyAuditedChange(
    deps,
    (sql) => removeManager(sql, name),
    author,
    (removed) => ({ action: 'manager-removed', subject: removed.name, before: rightsOf(deps, removed.name) }),
  );
}

/** @throws UserError */
export function resetPasswordAudited(deps: Core, name: string, author: Author) {
  return applyAuditedChange(
    deps,
    (sql) => resetPassword(sql, name, deps.now()),
    author,
    (done) => ({ action: 'password-reset', subject: done.name }),
  );
}

/** @throws UserError */
export function removeFactorAudited(deps: Core, name: string, author: Author) {
  return applyAuditedChange(
    deps,
    (sql) => removeFactorOf(sql, name),
    author,
    (done) => ({ action: 'second-factor-removed', subject: done.name }),
  );
}

/** @throws UserError */
export function signOutAudited(deps: Core, name: string, author: Author) {
  return applyAuditedChange(
    deps,
    (sql) => signOutManager(sql, name),
    author,
    (done) => ({ action: 'manager-signed-out', subject: done.name, after: { sessions: done.sessions } }),
  );
}

/** The rights of a manager before a change, from memory. */
function rightsOf({ people }: Core, name: string) {
  const { role = null, branches = null } = people().managers.find((one) => one.name === name) ?? {};
  return { role, branches };
}
