import * as z from 'zod';
import {
  ALGORITHMS,
  BODY_PROBLEMS,
  REFUSAL_CODES,
  type RefusalList,
  SECRET_ENCODINGS,
  SIGNATURE_ENCODINGS,
} from '../../contract/deliveries';
import { toIso } from '../../domain/to-iso';
import type { Core } from '../core';
import { Problem } from '../http/problem';
import { seesAll } from './access';
import { endpoint } from './endpoint';
import { instant } from './shapes';

const finding = z.discriminatedUnion('is', [
  z.object({ is: z.literal('other-subscription'), id: z.string() }),
  z.object({
    is: z.literal('signed-otherwise'),
    secretEncoding: z.enum(SECRET_ENCODINGS).nullable(),
    signatureEncoding: z.enum(SIGNATURE_ENCODINGS).nullable(),
    algorithm: z.enum(ALGORITHMS).nullable(),
  }),
  z.object({ is: z.literal('ended-secret') }),
  z.object({ is: z.literal('unknown-secret') }),
]);

const reply = z.object({
  since: instant.describe('When the server started and began to count; with several nodes, the last of them.'),
  refusals: z.array(
    z.object({
      code: z.enum(REFUSAL_CODES),
      problem: z.enum(BODY_PROBLEMS).nullable(),
      subscriptionId: z.string().nullable().describe('The claimed subscription, if it exists.'),
      count: z.int(),
      firstAt: instant,
      lastAt: instant,
      hint: z.string().nullable(),
      finding: finding.nullable().describe('The way of signing that would have matched an invalid signature.'),
      last: z.object({
        event: z.string(),
        address: z.string(),
        headers: z.record(z.string(), z.string()).describe('Signatures are truncated.'),
      }),
    }),
  ),
}) satisfies z.ZodType<RefusalList>;

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
  reply,
  async handle({ deps, viewer }): Promise<RefusalList> {
    // Refused requests belong to no branch.
    if (!seesAll(deps, viewer)) throw new Problem(403, 'Only a manager of every branch may see refused requests.');
    return listRefusals(deps);
  },
});
