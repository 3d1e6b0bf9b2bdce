import * as z from 'zod';
import { CAUSES, OUTCOMES, type WorkplaceNews } from '../../contract/deliveries';
import { deliveryBranches } from '../deliveries/delivery-access';
import { readDeliveryList } from '../deliveries/delivery-list';
import {
  branchParameter,
  cursorParameter,
  instantParameter,
  limitParameter,
  oneOf,
  refineRange,
  storable,
  textParameter,
} from '../http/parameters';
import { Problem } from '../http/problem';
import { branchFor, seesAll } from './access';
import { gapShape } from './board-shapes';
import { requireDeliveryAccess } from './delivery-access';
import { endpoint } from './endpoint';
import { deliveryShape, instant } from './shapes';

export const deliveryId = z
  .string()
  .max(60, 'must be the id of a delivery')
  .refine(...storable);

export const deliveryCursor = z.object({ receivedAt: z.int(), id: deliveryId });

/** Received deliveries (contract, Deliveries). Those without a branch are for viewers of every branch. */
export const deliveriesEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/deliveries',
  viewed: () => 'deliveries',
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
  reply: z.object({
    deliveries: z.array(deliveryShape),
    gaps: z
      .array(gapShape.extend({ branch: z.int() }))
      .describe(
        'Periods in which events may be missing that began in the period of this page, newest first. Empty if deliveries are filtered.',
      ),
    nextCursor: z.string().nullable(),
    lookedBackTo: instant
      .nullable()
      .describe(
        'Set if the search ended before the page was full: how far back it searched. The cursor continues from there.',
      ),
  }),
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
});

export const deliveryEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/deliveries/:id',
  viewed: () => 'delivery',
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
});

const counts = z.object({
  applied: z.int(),
  repeat: z.int(),
  ignored: z.int(),
  unreadable: z.int(),
  'follow-up': z.int(),
});

/** F20e. */
const workplace = z.object({
  workplace: z.int(),
  lastDeliveryAt: instant,
  quietSince: instant
    .nullable()
    .describe(
      'When it sent its last delivery, if it has been silent for 15 minutes during a service while another workplace was not; else null.',
    ),
  clockOffMs: z
    .number()
    .nullable()
    .describe(
      'By how much its clock is behind that of most workplaces, in milliseconds; negative if it is ahead. Null if it differs by 5 s or less.',
    ),
}) satisfies z.ZodType<WorkplaceNews>;

export const deliveryCountsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/deliveries/counts',
  summary:
    'The number of deliveries in the last hour and the last 24 hours by outcome, and the workplaces that sent them.',
  views: ['api'],
  query: z.strictObject({ branch: branchParameter }),
  reply: z.object({
    countedAt: instant,
    lastHour: counts,
    lastDay: counts,
    isWholeDay: z
      .boolean()
      .describe('False if only the newest of the last 24 hours were counted, because there were too many.'),
    unreadable: z.int().describe('All unreadable deliveries, of any day.'),
    workplaces: z
      .array(workplace)
      .describe('The workplaces of the POS that sent something in the last week, by number.'),
  }),
  handle: ({ deps, viewer, query }) =>
    deps.reader.read('deliveryCounts', {
      branches: deliveryBranches([branchFor(viewer, query.branch)], seesAll(deps, viewer)),
      now: deps.now(),
    }),
});
