import { z } from 'zod';
import type { Core } from '../core';
import { branchFor, seesAll, type Viewer } from '../http/access';
import { endpoint } from '../http/endpoint';
import {
  branchParameter,
  cursorParameter,
  instantParameter,
  limitParameter,
  refineRange,
  textParameter,
} from '../http/parameters';
import { Problem } from '../http/problem';
import { deliveryShape } from '../http/shapes';
import { cursorText } from '../read/cursor';
import { OUTCOMES } from '../read/deliveries';
import { replayOne } from './replay';

const deliveryCursor = z.object({ receivedAt: z.int(), id: z.string() });

export const deliveriesEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/deliveries',
  summary: 'The journal: every request with a valid signature, newest first.',
  views: ['api'],
  query: refineRange(
    z.strictObject({
      branch: branchParameter,
      outcome: z.enum(OUTCOMES, { error: `must be one of ${OUTCOMES.join(', ')}` }).optional(),
      from: instantParameter.optional(),
      to: instantParameter.optional(),
      q: textParameter.optional().describe('In the body.'),
      limit: limitParameter,
      cursor: cursorParameter(deliveryCursor).optional(),
    }),
  ),
  reply: z.object({ deliveries: z.array(deliveryShape), nextCursor: z.string().nullable() }),
  async handle({ core, viewer, query }) {
    const { deliveries, next } = await core.reader.read('deliveries', {
      branches: branchesOf(core, viewer, query.branch),
      outcome: query.outcome ?? null,
      from: query.from ?? null,
      to: query.to ?? null,
      q: query.q ?? null,
      limit: query.limit,
      cursor: query.cursor ?? null,
    });
    return { deliveries, nextCursor: cursorText(next) };
  },
});

export const replayEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/deliveries/:id/replay',
  summary: 'Reads a delivery again that could not be read, as this program and the settings of today read it.',
  views: ['api'],
  query: z.strictObject({ id: z.string().max(60, 'must be the id of a delivery') }),
  reply: z.object({ replayed: z.int(), applied: z.int() }),
  async handle({ core, viewer, query }) {
    const [stored] = await core.reader.read('delivery', { id: query.id });
    if (!stored) throw new Problem(404, 'There is no such delivery.');
    if (!mayReplay(core, viewer, stored.branch))
      throw new Problem(403, 'This delivery is of a branch that is not yours.');
    return replayOne(core, query.id);
  },
});

/**
 * The branches whose deliveries are asked for. Those of which not even the branch could be read are told to who sees
 * every branch there is: they may hold anybody's guests.
 */
function branchesOf(core: Core, viewer: Viewer, asked: number | undefined): (number | null)[] {
  const branch = branchFor(viewer, asked);
  return seesAll(core, viewer) ? [branch, null] : [branch];
}

function mayReplay(core: Core, viewer: Viewer, branch: number | null): boolean {
  return branch === null ? seesAll(core, viewer) : viewer.branches.includes(branch);
}
