import * as z from 'zod';
import {
  branchShape,
  branchWishShape,
  provisionalBranchesShape,
  settingChangedShape,
  settingsOfPlaceShape,
  settingWishShape,
} from '../../contract/branches';
import { integer } from '../../contract/parts';
import type { SettingAt } from '../../contract/settings';
import { branchParameter, integerParameter } from '../http/parameters';
import { invalid, Problem } from '../http/reply';
import { provisionalBranches, removeBranch, setBranch, takeBranch } from '../settings/branches';
import { setSetting } from '../settings/commands';
import { checkedInTurn, notTheirs, requireBranches, requireOwner, type Viewer } from './access';
import { asProblem, type Endpoint, endpoint } from './endpoint';

const byNumber = z.strictObject({ number: integerParameter });

export const settingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/settings',
    summary:
      'Every setting as in force everywhere, in a branch or for a course: the source of its value, narrower values, and the last changes.',
    query: z.strictObject({ branch: branchParameter, course: integerParameter.optional() }),
    reply: settingsOfPlaceShape,
    async handle({ deps, viewer, query }) {
      const at = { branch: query.branch ?? null, course: query.course ?? null };
      requireKnown(viewer, at);
      return deps.reader.read('settings', { at, branches: viewer.branches });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/settings',
    summary:
      'Sets a value everywhere (owners), for a branch, or for a course of a branch; null removes it. Applies at once. With `after`, only if that is still the newest change there.',
    alsoRefuses: [409],
    body: settingWishShape,
    reply: settingChangedShape,
    async handle({ deps, viewer, body, author }) {
      const at = { branch: body.branch ?? null, course: body.course ?? null };
      const checked = checkedInTurn(deps, () => {
        const manager = requireKnown(viewer, at);
        if (at.branch === null) requireOwner(manager);
      });
      const wanted = { branch: at.branch ?? undefined, course: at.course ?? undefined };
      const text = body.value === null ? null : String(body.value);
      return setSetting(checked, body.key, text, wanted, { author, after: body.after }).catch(asProblem);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/branches/:number',
    summary:
      'Sets the name, the time zone or the cut-off of a branch; with `create`, also of one that does not exist yet. A new time zone or cut-off rewrites the business days of its whole history.',
    managers: 'owners',
    query: z.strictObject({ number: integerParameter }),
    body: branchWishShape,
    reply: branchShape,
    async handle({ deps, viewer, query, body: { create, ...changes }, author }) {
      if (!create) requireKnown(viewer, { branch: query.number, course: null });
      return setBranch(deps, { number: query.number, ...changes }, author).catch(asProblem);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/provisional-branches',
    summary:
      'Branches for which one order came, perhaps with a wrong number. Lists, menus and figures leave them out until an owner takes them, or a second order comes.',
    managers: 'owners',
    reply: provisionalBranchesShape,
    handle: async ({ deps, viewer }) => provisionalBranches(deps, viewer.manager?.branches ?? null),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/branches/:number/take',
    summary: 'Takes a provisional branch. Its board then has everything that came for it.',
    managers: 'owners',
    query: byNumber,
    reply: z.object({ number: integer }),
    async handle({ deps, viewer, query: { number }, author }) {
      requireBranches(viewer, [number]);
      return takeBranch(deps, number, author).catch(asProblem);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/branches/:number/remove',
    summary:
      'Removes a provisional branch, whose deliveries stay and can be replayed, or one that nothing came for and nothing refers to.',
    managers: 'owners',
    alsoRefuses: [409],
    query: byNumber,
    reply: z.object({ number: integer }),
    async handle({ deps, viewer, query: { number }, author }) {
      requireBranches(viewer, [number]);
      return removeBranch(deps, number, author).catch(asProblem);
    },
  }),
];

/** @throws Problem 400 for an invalid place, 403 or 404 for a branch that is not the viewer's */
function requireKnown(viewer: Viewer, { branch, course }: SettingAt) {
  const { manager, branches } = viewer;
  if (course !== null && branch === null)
    throw invalid([{ parameter: 'branch', message: 'must be given with course: courses are numbered per branch' }]);
  if (branch !== null && !branches.includes(branch)) throw notTheirs(viewer, branch);
  if (!manager) throw new Problem(403, 'Only managers may do this.', { code: 'view' });
  return manager;
}
