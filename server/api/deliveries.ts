import * as z from 'zod';
import { CAUSES, OUTCOMES } from '../../contract/constants';
import {
  deliveryCountsShape,
  deliveryListShape,
  deliveryShape,
  replayedShape,
  replayShape,
} from '../../contract/deliveries';
import { oneOf, storable } from '../../contract/parts';
import type { Core } from '../core';
import { deliveryBranches, mayOpenDelivery, readDeliveryList } from '../deliveries/delivery-list';
import { FIRST_DELIVERY } from '../deliveries/list-deliveries';
import { replayChunk, replayOne } from '../deliveries/replay';
import { cursorText } from '../http/cursor';
import {
  branchParameter,
  cursorParameter,
  instantParameter,
  limitParameter,
  refineRange,
  textParameter,
} from '../http/parameters';
import { Problem } from '../http/reply';
import type { Sql } from '../storage/database';
import { branchFor, seesAll, type Viewer } from './access';
import { type ApiDeps, asProblem, type Endpoint, endpoint } from './endpoint';

const deliveryId = z
  .string()
  .max(60, 'must be the id of a delivery')
  .refine(...storable);

const deliveryCursor = z.object({ receivedAt: z.int(), id: deliveryId });

/** Deliveries per request. Each takes a commit, so more would leave the client without progress for too long. */
const AT_ONCE = 50;

export const deliveryEndpoints: readonly Endpoint[] = [
  /** Received deliveries (contract, Deliveries). Those without a branch are for viewers of every branch. */
  endpoint({
    method: 'GET',
    path: '/api/v1/deliveries',
    viewed: 'deliveries',
    summary: 'The stored deliveries of a branch, newest first; for viewers of every branch, those without one too.',
    views: ['api'],
    query: refineRange(
      z.strictObject({
        branch: branchParameter,
        outcome: oneOf(OUTCOMES).optional(),
        cause: oneOf(CAUSES).optional(),
        from: instantParameter.optional(),
        to: instantParameter.optional(),
        q: textParameter.optional().describe('Text in the body.'),
        limit: limitParameter,
        cursor: cursorParameter(deliveryCursor).optional(),
      }),
    ),
    reply: deliveryListShape,
    handle({ deps, viewer, query }) {
      return readDeliveryList(deps.reader, {
        branches: deliveryBranches([branchFor(viewer, query.branch)], seesAll(deps, viewer)),
        outcome: query.outcome ?? null,
        cause: query.cause ?? null,
        from: query.from ?? null,
        to: query.to ?? null,
        q: query.q ?? null,
        limit: query.limit,
        cursor: query.cursor ?? null,
      });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/deliveries/:id',
    viewed: 'delivery',
    summary: 'One delivery.',
    views: ['api'],
    query: z.strictObject({ id: deliveryId }),
    reply: deliveryShape,
    async handle({ deps, viewer, query }) {
      const delivery = await deps.reader.read('listedDelivery', query.id);
      if (!delivery) throw new Problem(404, 'There is no such delivery.');
      requireDeliveryAccess(deps, viewer, delivery.branch);
      return delivery;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/deliveries/counts',
    summary:
      'The number of deliveries in the last hour and the last 24 hours by outcome, and the workplaces that sent them.',
    views: ['api'],
    query: z.strictObject({ branch: branchParameter }),
    reply: deliveryCountsShape,
    handle: ({ deps, viewer, query }) =>
      deps.reader.read('deliveryCounts', {
        branches: deliveryBranches([branchFor(viewer, query.branch)], seesAll(deps, viewer)),
        now: deps.now(),
      }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/deliveries/:id/replay',
    summary: 'Translates an unreadable delivery again, with this version and the current settings.',
    views: ['api'],
    alsoRefuses: [409],
    query: z.strictObject({ id: deliveryId }),
    reply: replayedShape,
    async handle({ deps, viewer, query, author }) {
      const [stored] = await deps.reader.read('delivery', { id: query.id });
      if (!stored) throw new Problem(404, 'There is no such delivery.');
      requireDeliveryAccess(deps, viewer, stored.branch);
      const replayed = await replayOne(checkedForEach(deps, viewer), query.id).catch(asProblem);
      deps.audit.count({ ...author, action: 'deliveries-replayed', subject: query.id });
      return replayed;
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/deliveries/unreadable/replay',
    summary: 'Translates unreadable deliveries again, oldest first, some at a time. Continue with the cursor.',
    views: ['api'],
    query: z.strictObject({ branch: branchParameter, cursor: cursorParameter(deliveryCursor).optional() }),
    reply: replayShape,
    async handle({ deps, viewer, query, author }) {
      const branches = deliveryBranches([branchFor(viewer, query.branch)], seesAll(deps, viewer));
      const after = query.cursor ?? FIRST_DELIVERY;
      // Before the first, because some are replayed even if a later one is refused.
      deps.audit.count({ ...author, action: 'deliveries-replayed' });
      const chunk = await replayChunk(checkedForEach(deps, viewer), after, { branches, limit: AT_ONCE });
      const deliveries = await Promise.all(chunk.ids.map((id) => deps.reader.read('listedDelivery', id)));
      return {
        replayed: chunk.replayed,
        applied: chunk.applied,
        deliveries: deliveries.filter((delivery) => delivery !== null),
        nextCursor: cursorText(chunk.next),
      };
    },
  }),
];

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

/** @throws Problem 403 for a delivery that the viewer may not open */
function requireDeliveryAccess(deps: Core, viewer: Viewer, branch: number | null): void {
  if (!mayOpenDelivery(branch, viewer.branches, seesAll(deps, viewer)))
    throw new Problem(403, 'This delivery belongs to a branch that is not yours.', { code: 'branch' });
}
