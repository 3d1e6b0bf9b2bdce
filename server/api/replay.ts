import * as z from 'zod';
import { replayChunk, replayOne } from '../deliveries/replay';
import { FIRST_DELIVERY } from '../deliveries/stored-deliveries';
import { cursorText } from '../http/cursor';
import { branchParameter, cursorParameter } from '../http/parameters';
import { Problem } from '../http/problem';
import { authorOf, branchFor } from './access';
import { asProblem } from './as-problem';
import { deliveryCursor, deliveryId } from './deliveries';
import { deliveryBranches, requireDeliveryAccess } from './delivery-access';
import { endpoint } from './endpoint';
import { deliveryShape } from './shapes';

/** Deliveries per request. Each takes a commit, so more would leave the client without progress for too long. */
const AT_ONCE = 50;

export const replayEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/deliveries/:id/replay',
  summary: 'Translates an unreadable delivery again, with this version and the current settings.',
  views: ['api'],
  alsoRefuses: [409, 503],
  query: z.strictObject({ id: deliveryId }),
  reply: z.object({ replayed: z.int(), applied: z.int() }),
  async handle({ deps, viewer, query, request }) {
    const [stored] = await deps.reader.read('delivery', { id: query.id });
    if (!stored) throw new Problem(404, 'There is no such delivery.');
    requireDeliveryAccess(deps, viewer, stored.branch);
    const replayed = await replayOne(deps, query.id).catch(asProblem);
    deps.audit.count({ ...authorOf(viewer, request, deps), action: 'deliveries-replayed', subject: query.id });
    return replayed;
  },
});

export const replayAllEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/deliveries/unreadable/replay',
  summary: 'Translates unreadable deliveries again, oldest first, some at a time. Continue with the cursor.',
  views: ['api'],
  alsoRefuses: [503],
  query: z.strictObject({ branch: branchParameter, cursor: cursorParameter(deliveryCursor).optional() }),
  reply: z.object({
    replayed: z.int(),
    applied: z.int(),
    deliveries: z.array(deliveryShape).describe('The replayed deliveries, with their new outcome.'),
    nextCursor: z.string().nullable(),
  }),
  async handle({ deps, viewer, query, request }) {
    const branches = deliveryBranches(deps, viewer, branchFor(viewer, query.branch));
    const chunk = await replayChunk(deps, query.cursor ?? FIRST_DELIVERY, { branches, limit: AT_ONCE });
    deps.audit.count({ ...authorOf(viewer, request, deps), action: 'deliveries-replayed' });
    const deliveries = await Promise.all(chunk.ids.map((id) => deps.reader.read('listedDelivery', id)));
    return {
      replayed: chunk.replayed,
      applied: chunk.applied,
      deliveries: deliveries.filter((delivery) => delivery !== null),
      nextCursor: cursorText(chunk.next),
    };
  },
});
