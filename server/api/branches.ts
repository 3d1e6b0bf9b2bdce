import * as z from 'zod';
import { provisionalBranchesShape } from '../../contract/branches';
import { integer } from '../../contract/parts';
import { integerParameter } from '../http/parameters';
import { provisionalBranches, removeBranch, takeBranch } from '../settings/branches';
import { authorOf, requireBranches } from './access';
import { asProblem, endpoint } from './endpoint';

const byNumber = z.strictObject({ number: integerParameter });

export const provisionalBranchesEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/provisional-branches',
  summary:
    'Branches for which one order came, perhaps with a wrong number. Lists, menus and figures leave them out until an owner takes them, or a second order comes.',
  views: [],
  managers: 'owners',
  query: z.strictObject({}),
  reply: provisionalBranchesShape,
  handle: async ({ deps, viewer }) => provisionalBranches(deps, viewer.manager?.branches ?? null),
});

export const takeBranchEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/branches/:number/take',
  summary: 'Takes a provisional branch. Its board then has everything that came for it.',
  views: [],
  managers: 'owners',
  query: byNumber,
  body: z.strictObject({}),
  reply: z.object({ number: integer }),
  async handle({ deps, viewer, query: { number }, request }) {
    requireBranches(viewer, [number]);
    return takeBranch(deps, number, authorOf(viewer, request, deps)).catch(asProblem);
  },
});

export const removeBranchEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/branches/:number/remove',
  summary:
    'Removes a provisional branch, whose deliveries stay and can be replayed, or one that nothing came for and nothing refers to.',
  views: [],
  managers: 'owners',
  alsoRefuses: [409],
  query: byNumber,
  body: z.strictObject({}),
  reply: z.object({ number: integer }),
  async handle({ deps, viewer, query: { number }, request }) {
    requireBranches(viewer, [number]);
    return removeBranch(deps, number, authorOf(viewer, request, deps)).catch(asProblem);
  },
});
