import { z } from 'zod';
import { replayChunk, replayOne } from '../deliveries/replay';
import { FIRST_DELIVERY } from '../deliveries/stored-deliveries';
import { cursorText } from '../http/cursor';
import { branchParameter, cursorParameter } from '../http/parameters';
import { Problem } from '../http/problem';
import { branchFor } from './access';
import { deliveryCursor } from './deliveries';
import { deliveryBranches, mayOpen } from './delivery-access';
import { endpoint } from './endpoint';
import { deliveryShape } from './shapes';

/** Each is a commit of its own: this many take a moment, so that the client can show progress. */
const AT_ONCE = 50;

export const replayEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/deliveries/:id/replay',
  summary: 'Reads a delivery again that could not be read, as this program and the settings of today read it.',
  views: ['api'],
  query: z.strictObject({ id: z.string().max(60, 'must be the id of a delivery') }),
  reply: z.object({ replayed: z.int(), applied: z.int() }),
  async handle({ deps, viewer, query }) {
    const [stored] = await deps.reader.read('delivery', { id: query.id });
    if (!stored) throw new Problem(404, 'There is no such delivery.');
    mayOpen(deps, viewer, stored.branch);
    return replayOne(deps, query.id);
  },
});

export const replayAllEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/deliveries/unreadable/replay',
  summary: 'Reads deliveries again that could not be read, oldest first, some at a time: go on with the cursor.',
  views: ['api'],
  query: z.strictObject({ branch: branchParameter, cursor: cursorParameter(deliveryCursor).optional() }),
  reply: z.object({
    replayed: z.int(),
    applied: z.int(),
    deliveries: z.array(deliveryShape).describe('What was read again, as it is now.'),
    nextCursor: z.string().nullable(),
  }),
  async handle({ deps, viewer, query }) {
    const branches = deliveryBranches(deps, viewer, branchFor(viewer, query.branch));
    const chunk = await replayChunk(deps, query.cursor ?? FIRST_DELIVERY, { branches, limit: AT_ONCE });
    const deliveries = await Promise.all(chunk.ids.map((id) => deps.reader.read('listedDelivery', id)));
    return {
      replayed: chunk.replayed,
      applied: chunk.applied,
      deliveries: deliveries.filter((delivery) => delivery !== null),
      nextCursor: cursorText(chunk.next),
    };
  },
});
