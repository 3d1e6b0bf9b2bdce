import * as z from 'zod';
import { provisionalBranchesShape } from '../../contract/branches';
import { integer } from '../../contract/parts';
import { integerParameter } from '../http/parameters';
import { provisionalBranches, removeBranch, takeBranch } from '../settings/branches';
import { requireBranches } from './access';
import { asProblem, type Endpoint, endpoint } from './endpoint';

const byNumber = z.strictObject({ number: integerParameter });

export const branchEndpoints: readonly Endpoint[] = [
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
