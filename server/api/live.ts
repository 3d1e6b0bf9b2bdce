import * as z from 'zod';
import type { CoursePace, Live, LiveBranch, OldestOpen, Pace, Standing } from '../../contract/live-branches';
import { branchParameter } from '../http/parameters';
import { liveOf } from '../live/live-branches';
import { branchFor } from './access';
import { gapShape, ticketShape } from './board-shapes';
import { endpoint } from './endpoint';
import { instant } from './shapes';

const tickets = z.array(z.string()).describe('Ticket ids.');

const against = z.object({ count: z.int(), behindSeconds: z.number() }).nullable();

const coursePace = z.object({
  course: ticketShape.shape.course,
  counted: tickets,
  preparationSeconds: z.number(),
  against,
}) satisfies z.ZodType<CoursePace>;

const pace = z.object({
  counted: tickets,
  leftOut: tickets,
  preparationSeconds: z.number().nullable(),
  against,
  late: tickets,
  courses: z.array(coursePace).describe('The same figures for each course.'),
}) satisfies z.ZodType<Pace>;

const standing = z.object({ tickets, guests: z.int(), late: tickets }) satisfies z.ZodType<Standing>;

const oldest = z.object({
  ticket: z.string(),
  course: ticketShape.shape.course,
  table: ticketShape.shape.table,
  orderNumber: z.int().nullable(),
  ticketNumber: z.int().nullable(),
  state: z.enum(['cooking', 'ready']),
  since: instant,
  lateAt: instant.nullable(),
}) satisfies z.ZodType<OldestOpen>;

const liveBranch = z.object({
  branch: z.object({ number: z.int(), name: z.string().nullable(), timeZone: z.string() }),
  pace,
  cooking: standing,
  onPass: standing,
  oldest: oldest.nullable(),
  unit: z.enum(['seconds', 'minutes', 'milliseconds']).nullable(),
  dayBeganAt: instant.nullable().describe('When the business day began, by the clock of the POS.'),
  lastDeliveryAt: instant.nullable(),
  posOffsetMs: z.number(),
  isPosClockKnown: z.boolean().describe('Whether `posOffsetMs` is known; until then it is 0.'),
  clockOffMs: z
    .number()
    .nullable()
    .describe('How far the clock of the POS is behind, negative if ahead, where that is too far to correct.'),
  gaps: z.array(gapShape),
  screens: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      view: z.string(),
      isConnected: z.boolean(),
      lastSeenAt: instant.nullable(),
    }),
  ),
}) satisfies z.ZodType<LiveBranch>;

export const liveEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/live',
  summary:
    'The current state of the kitchen: its pace in the last 15 minutes, courses in progress, the POS, and connected screens. By default for all branches of the caller.',
  views: ['api'],
  query: z.strictObject({ branch: branchParameter }),
  reply: z.object({
    serverTime: instant,
    asOf: instant.exactOptional().describe('As of a board.'),
    branches: z.array(liveBranch).describe('At most 100: those with open orders, then the first ones by number.'),
    total: z.int().describe('How many branches there are.'),
  }) satisfies z.ZodType<Live>,
  async handle({ deps, viewer, query }) {
    return liveOf(deps, query.branch === undefined ? viewer.branches : [branchFor(viewer, query.branch)]);
  },
});
