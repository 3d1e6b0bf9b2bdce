import * as z from 'zod';
import { gapShape, ticketShape } from './live';
import { instant, integer } from './parts';

// F20: the state of the kitchens of a manager's branches.

const tickets = z.array(z.string()).describe('Ticket ids.');

/** The median of preparation less expected time: positive is behind. Null where no course has an expected time. */
const against = z.object({ count: integer, behindSeconds: z.number() }).nullable();

const coursePace = z.object({
  course: ticketShape.shape.course,
  counted: tickets,
  /** The median of those that count. */
  preparationSeconds: z.number(),
  against,
});
/** F20f: the pace of one course, named as on its newest ticket. */
export type CoursePace = z.infer<typeof coursePace>;

const pace = z.object({
  /** Became ready within the last 15 minutes, and their preparation counts. */
  counted: tickets,
  /** Became ready too, but their preparation cannot be measured: no start, clocks that disagree, cleared in bulk. */
  leftOut: tickets,
  /** The median of those that count; null where there are none. */
  preparationSeconds: z.number().nullable(),
  against,
  /** Of those that count: ready past their cooking limit. */
  late: tickets,
  courses: z.array(coursePace).describe('The same figures for each course.'),
});
/** F20: how the kitchen kept up in the last 15 minutes. */
export type Pace = z.infer<typeof pace>;

const openCourses = z.object({
  tickets,
  /** The sum over the orders whose number of guests is known. */
  guests: integer,
  /** Past their limit by now. */
  late: tickets,
});
/** The courses that are cooking, or that are on the pass. */
export type OpenCourses = z.infer<typeof openCourses>;

const oldest = z.object({
  ticket: z.string(),
  course: ticketShape.shape.course,
  table: ticketShape.shape.table,
  orderNumber: integer.nullable(),
  ticketNumber: integer.nullable(),
  state: z.enum(['cooking', 'ready']),
  /** POS time of its start, or of its completion where the start is missing. */
  since: instant,
  lateAt: instant.nullable(),
});
/** The course that has been open longest. */
export type OldestOpen = z.infer<typeof oldest>;

/** A screen of a branch, as its manager sees it. */
const screen = z.object({
  id: integer,
  name: z.string(),
  view: z.string(),
  /** Whether it is connected and shows this branch. */
  isConnected: z.boolean(),
  /** Server time; null if it never connected. */
  lastSeenAt: instant.nullable(),
});
export type LiveScreen = z.infer<typeof screen>;

const figures = z.object({ pace, cooking: openCourses, onPass: openCourses, oldest: oldest.nullable() });
/** F20: the live figures of a branch. */
export type LiveFigures = z.infer<typeof figures>;

const liveBranch = z.object({
  branch: z.object({ number: integer, name: z.string().nullable(), timeZone: z.string() }),
  ...figures.shape,
  /** Of the POS's times. Null while it is unknown: no course has an expected time then. */
  unit: z.enum(['seconds', 'minutes', 'milliseconds']).nullable(),
  /** Null before the first delivery. */
  dayBeganAt: instant.nullable().describe('When the business day began, by the clock of the POS.'),
  /** Server time. */
  lastDeliveryAt: instant.nullable(),
  /** How far the POS's clock is behind ours. */
  posOffsetMs: z.number(),
  /** F23, F23b. */
  isPosClockKnown: z.boolean().describe('Whether `posOffsetMs` is known; until then it is 0.'),
  /** F23a. */
  clockOffMs: z
    .number()
    .nullable()
    .describe('How far the clock of the POS is behind, negative if ahead, where that is too far to correct.'),
  /** Of the last hour. */
  gaps: z.array(gapShape),
  screens: z.array(screen),
});
export type LiveBranch = z.infer<typeof liveBranch>;

/** The reply of GET /api/v1/live. */
export const liveShape = z.object({
  serverTime: instant,
  asOf: instant.exactOptional().describe('As of a board.'),
  branches: z.array(liveBranch).describe('At most 100: those with open orders, then the first ones by number.'),
  total: integer.describe('How many branches there are.'),
});
export type Live = z.infer<typeof liveShape>;
