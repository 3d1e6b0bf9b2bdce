import * as z from 'zod';
import { type RefusalList, refusalListShape } from '../../contract/deliveries';
import { toIso } from '../../domain/to-iso';
import type { Core } from '../core';
import { Problem } from '../http/problem';
import { seesAll } from './access';
import { endpoint } from './endpoint';

/** The requests that all nodes refused since they started, newest first. */
export function listRefusals({ refusals }: Pick<Core, 'refusals'>): RefusalList {
  const { since, refusals: counted } = refusals.list();
  return { since: toIso(since), refusals: counted.toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : -1)) };
}

export const refusalsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/refusals',
  summary: 'Refused requests, counted by cause, with the last of each. Bodies are not stored.',
  views: [],
  query: z.strictObject({}),
  reply: refusalListShape,
  async handle({ deps, viewer }): Promise<RefusalList> {
    // Refused requests belong to no branch.
    if (!seesAll(deps, viewer)) throw new Problem(403, 'Only a manager of every branch may see refused requests.');
    return listRefusals(deps);
  },
});
