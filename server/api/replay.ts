import * as z from 'zod';
import { deliveryBranches } from '../deliveries/delivery-access';
import { FIRST_DELIVERY } from '../deliveries/list-deliveries';
import { replayChunk, replayOne } from '../deliveries/replay';
import { cursorText } from '../http/cursor';
import { branchParameter, cursorParameter } from '../http/parameters';
import { Problem } from '../http/problem';
import type { Sql } from '../storage/database';
import { authorOf, branchFor, seesAll, type Viewer } from './access';
import { asProblem } from './as-problem';
import { deliveryCursor, deliveryId } from './deliveries';
import { requireDeliveryAccess } from './delivery-access';
import { type ApiDeps, endpoint } from './endpoint';
import { deliveryShape } from './shapes';

/** Deliveries per request. Each takes a commit, so more would leave the client without progress for too long. */
const AT_ONCE = 50;

export const replayEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/deliveries/:id/replay',
  summary: 'Translates an unreadable delivery again, with this version and the current settings.',
  views: ['api'],
  alsoRefuses: [409],
  query: z.strictObject({ id: deliveryId }),
  body: z.strictObject({}),
  reply: z.object({ replayed: z.int(), applied: z.int() }),
  async handle({ deps, viewer, query, request }) {
    const [stored] = await deps.reader.read('delivery', { id: query.id });
    if (!stored) throw new Problem(404, 'There is no such delivery.');
    requireDeliveryAccess(deps, viewer, stored.branch);
    const replayed = await replayOne(checkedForEach(deps, viewer), query.id).catch(asProblem);
    deps.audit.count({ ...authorOf(viewer, request, deps), action: 'deliveries-replayed', subject: query.id });
    return replayed;
  },
});

export const replayAllEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/deliveries/unreadable/replay',
  summary: 'Translates unreadable deliveries again, oldest first, some at a time. Continue with the cursor.',
  views: ['api'],
  query: z.strictObject({ branch: branchParameter, cursor: cursorParameter(deliveryCursor).optional() }),
  body: z.strictObject({}),
  reply: z.object({
    replayed: z.int(),
    applied: z.int(),
    deliveries: z.array(deliveryShape).describe('The replayed deliveries, with their new outcome.'),
    nextCursor: z.string().nullable(),
  }),
  async handle({ deps, viewer, query, request }) {
    const branches = deliveryBranches([branchFor(viewer, query.branch)], seesAll(deps, viewer));
    const after = query.cursor ?? FIRST_DELIVERY;
    // Before the first, because some are replayed even if a later one is refused.
    deps.audit.count({ ...authorOf(viewer, request, deps), action: 'deliveries-replayed' });
    const chunk = await replayChunk(checkedForEach(deps, viewer), after, { branches, limit: AT_ONCE });
    const deliveries = await Promise.all(chunk.ids.map((id) => deps.reader.read('listedDelivery', id)));
    return {
      replayed: chunk.replayed,
      applied: chunk.applied,
      deliveries: deliveries.filter((delivery) => delivery !== null),
      nextCursor: cursorText(chunk.next),
    };
  },
});

/** The parts of the server for a replay that checks the rights of its sender again in the turn of each delivery. */
function checkedForEach(deps: ApiDeps, viewer: Viewer) {
  return {
    ...deps,
    async requireAccess(sql: Sql, branch: number | null) {
      await deps.lockConfig(sql);
      requireDeliveryAccess(deps, viewer, branch);
    },
  };
}
