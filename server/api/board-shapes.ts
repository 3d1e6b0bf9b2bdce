import * as z from 'zod';
import {
  type Board,
  type BoardGap,
  GAP_CAUSES,
  type KitchenTicketState,
  type Mark,
  ORDER_KINDS,
  PRACTICE_ENDS,
  PRACTICE_KINDS,
  PRESUMED_REASONS,
  type Table,
  type TableStatus,
  type Ticket,
} from '../../contract/live';
import { instant, integer, limitsShape } from './shapes';

// The schemas of tickets, tables and boards. `satisfies` ties them to the contract's types.

const TICKET_STATES = [
  'KITCHEN-TICKET-STATE-NOT-STARTED',
  'KITCHEN-TICKET-STATE-STARTED',
  'KITCHEN-TICKET-STATE-COMPLETED',
  'KITCHEN-TICKET-STATE-DELETED',
  'KITCHEN-TICKET-STATE-READYFORPICKUP',
] as const satisfies readonly KitchenTicketState[];

const TABLE_STATUSES = [
  'TABLE-STATUS-OPEN',
  'TABLE-STATUS-TAKEN',
  'TABLE-STATUS-TAKEN-AND-RECEIPT-PRINTED',
  'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED',
  'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED',
  'TABLE-STATUS-ORDER-READY-TO-BE-SERVED',
  'TABLE-STATUS-RECENTLY-PAID',
] as const satisfies readonly TableStatus[];

const MARKS = [
  'completed-again',
  'second-round',
  'moved',
  'renamed',
  'guests',
  'clock',
  'unit-unknown',
  'no-start',
  'no-ready',
  'auto-closed',
  'collected',
  'presumed-served',
  'bulk',
] as const satisfies readonly Mark[];

const actor = z.object({ id: integer, name: z.string() });

export const ticketShape = z
  .object({
    id: z.string().describe('<order key>-<course>-<round>'),
    branch: integer,
    orderKind: z.enum(ORDER_KINDS),
    orderId: z.string().nullable(),
    orderYear: integer.nullable(),
    orderNumber: integer.nullable(),
    ticketNumber: integer.nullable(),
    table: z
      .object({ number: z.string(), subNumber: z.string(), name: z.string().nullable(), guests: integer.nullable() })
      .nullable(),
    course: z.object({
      number: integer,
      name: z.string().nullable(),
      abbreviation: z.string().nullable(),
      sequence: integer.nullable(),
    }),
    round: integer,
    state: z.enum(TICKET_STATES),
    startedAt: instant.nullable(),
    readyAt: instant.nullable(),
    servedAt: instant.nullable(),
    closedAt: instant.nullable(),
    closedBy: z.enum(['pos', 'screen', 'heatlamp']).nullable(),
    expectedSeconds: z.number().nullable(),
    posSeconds: z.number().nullable(),
    measuredSeconds: z.number().nullable(),
    warnAt: instant.nullable(),
    lateAt: instant.nullable(),
    veryLateAt: instant.nullable(),
    claim: z.object({ by: actor, at: instant }).nullable(),
    collected: z.object({ by: actor, at: instant }).nullable(),
    presumedServed: z
      .object({ at: instant, reason: z.enum(PRESUMED_REASONS) })
      .nullable()
      .describe('Since when it is presumed served, and why; its state does not change.'),
    hiddenOn: z.array(integer),
    marks: z.array(z.enum(MARKS)),
    changes: z
      .object({
        tableFrom: z.object({ number: z.string(), subNumber: z.string() }).nullable(),
        nameFrom: z.string().nullable(),
        guestsFrom: integer.nullable(),
      })
      .describe('The previous values for the marks moved, renamed and guests.'),
    version: integer,
  })
  .meta({ id: 'Ticket' }) satisfies z.ZodType<Ticket>;

const tableCourses = z.array(
  z.object({
    number: integer,
    abbreviation: z.string().nullable(),
    sequence: integer.nullable(),
    state: z.enum(TICKET_STATES),
    presumedServed: z.boolean(),
    collected: z
      .literal(true)
      .exactOptional()
      .describe('It was taken to the table; the POS may not report a serve for it.'),
  }),
);

export const tableShape = z
  .object({
    branch: integer,
    number: z.string(),
    subNumber: z.string(),
    name: z.string().nullable(),
    guests: integer.nullable(),
    status: z.enum(TABLE_STATUSES),
    since: instant.nullable(),
    courses: tableCourses,
    firstCourseAt: instant.nullable(),
    lastFoodAt: instant.nullable(),
    parties: z
      .array(
        z.object({
          orderKey: integer.describe('The order key, with which the ids of its tickets begin.'),
          name: z.string().nullable(),
          guests: integer.nullable(),
          courses: tableCourses,
          firstCourseAt: instant.nullable(),
          lastFoodAt: instant.nullable(),
        }),
      )
      .describe('The orders at the table now, which the members of the table summarize.'),
    version: integer,
  })
  .meta({ id: 'Table' }) satisfies z.ZodType<Table>;

export const gapShape = z.object({
  from: instant,
  to: instant,
  cause: z.enum(GAP_CAUSES),
}) satisfies z.ZodType<BoardGap>;

const usualWaitShape = z.array(z.object({ guests: integer, seconds: z.number() }));

export const boardShape = z
  .object({
    epoch: z.string(),
    version: integer,
    serverTime: instant,
    asOf: instant
      .exactOptional()
      .describe('Until when the board has everything that was acknowledged; absent if that is now.'),
    posOffsetMs: z.number(),
    lastDeliveryAt: instant.nullable(),
    branch: z.object({ number: integer, name: z.string().nullable(), timeZone: z.string() }),
    wall: z.object({
      readyLeavesMinutes: z.number().nullable(),
      touch: z.enum(['hide', 'taken']).describe('The effect of a touch on a card of a kitchen wall.'),
      openingHours: z
        .object({ from: integer, until: integer })
        .nullable()
        .describe('Minutes of the day in the time zone of the branch; null for always open.'),
      usualWait: usualWaitShape,
    }),
    screen: z
      .object({ id: integer, name: z.string(), view: z.string(), limits: limitsShape.exactOptional() })
      .exactOptional(),
    tickets: z.array(ticketShape),
    tables: z.array(tableShape),
    practice: z
      .object({
        kind: z.enum(PRACTICE_KINDS),
        until: instant.describe('When it ends by itself.'),
        ended: z.enum(PRACTICE_ENDS).nullable().describe('Why a practice service ended, for a minute after its end.'),
        tickets: z.array(ticketShape),
        tables: z.array(tableShape),
      })
      .exactOptional()
      .describe('What screens show although it is not real: a test course, or a practice service.'),
    gaps: z
      .array(gapShape.extend({ cause: z.enum([...GAP_CAUSES, 'clock']) }))
      .describe('Gaps of the last hour, in which events may be missing, by the clock of the server.'),
    build: z.string().exactOptional().describe("The build of the server's pages."),
  })
  .meta({ id: 'Board' }) satisfies z.ZodType<Board>;
