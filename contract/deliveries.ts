import * as z from 'zod';
import {
  ALGORITHMS,
  BODY_PROBLEMS,
  CAUSES,
  ORDER_KINDS,
  OUTCOMES,
  REFUSALS,
  type RefusalCode,
  SECRET_ENCODINGS,
  SIGNATURE_ENCODINGS,
} from './constants';
import { gapShape } from './live';
import { instant, integer } from './parts';

// Deliveries and refused requests, as programs and pages see them.

const parsedCourse = z.object({
  event: z.string(),
  /** POS time. */
  at: instant,
  order: z.object({ kind: z.enum(ORDER_KINDS), number: integer.nullable(), ticketNumber: integer.nullable() }),
  table: z
    .object({ number: z.string(), subNumber: z.string(), name: z.string().nullable(), guests: integer.nullable() })
    .nullable(),
  course: z.object({ number: integer, name: z.string().nullable(), abbreviation: z.string().nullable() }),
});
/** What a delivery says of a course, as it was parsed. Unknown values are null. */
export type ParsedCourse = z.infer<typeof parsedCourse>;

const headers = z.record(z.string(), z.string()).describe('Signatures are truncated.');

export const deliveryShape = z
  .object({
    id: z.string(),
    receivedAt: instant,
    subscription: z.string(),
    pathEvent: z.string(),
    outcome: z.enum(OUTCOMES),
    reason: z.string().nullable(),
    /** Null too for a reason that has no name. */
    cause: z.enum(CAUSES).nullable(),
    branch: integer.nullable(),
    ticketId: z.string().nullable(),
    /** Null for a delivery that is about no course. */
    told: parsedCourse.nullable().describe('The course in the body, as parsed.'),
    /** Those that help to understand it. */
    headers,
    bodySha256: z.string(),
    /** F27; server time. */
    erasedAt: instant.nullable().describe('When the body was erased.'),
    /** Null if it is not UTF-8 text, or was erased. */
    body: z.string().nullable(),
    /** The bytes of a body that is not text. */
    bodyBase64: z.string().nullable(),
  })
  .meta({ id: 'Delivery' });
/** A stored delivery. */
export type ListedDelivery = z.infer<typeof deliveryShape>;

const branchGap = gapShape.extend({ branch: integer });
/** A period of a branch in which events may be missing. */
export type BranchGap = z.infer<typeof branchGap>;

export const deliveryListShape = z.object({
  deliveries: z.array(deliveryShape),
  gaps: z
    .array(branchGap)
    .describe(
      'Periods in which events may be missing that began in the period of this page, newest first. Empty if deliveries are filtered.',
    ),
  nextCursor: z.string().nullable(),
  lookedBackTo: instant
    .nullable()
    .describe(
      'Set if the search ended before the page was full: how far back it searched. The cursor continues from there.',
    ),
});
export type DeliveryList = z.infer<typeof deliveryListShape>;

const counts = z.object({
  applied: integer,
  repeat: integer,
  ignored: integer,
  unreadable: integer,
  'follow-up': integer,
});
export type OutcomeCounts = z.infer<typeof counts>;

const workplace = z.object({
  workplace: integer,
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
});
/** F20e: the state of a workplace of the POS. */
export type WorkplaceNews = z.infer<typeof workplace>;

export const deliveryCountsShape = z.object({
  countedAt: instant,
  lastHour: counts,
  lastDay: counts,
  isWholeDay: z
    .boolean()
    .describe('False if only the newest of the last 24 hours were counted, because there were too many.'),
  unreadable: integer.describe('All unreadable deliveries, of any day.'),
  workplaces: z.array(workplace).describe('The workplaces of the POS that sent something in the last week, by number.'),
});
/** How many deliveries came recently. */
export type DeliveryCounts = z.infer<typeof deliveryCountsShape>;

export const replayedShape = z.object({ replayed: integer, applied: integer });
export const replayShape = replayedShape.extend({
  deliveries: z.array(deliveryShape).describe('The replayed deliveries, with their new outcome.'),
  nextCursor: z.string().nullable(),
});
export type ReplayResult = z.infer<typeof replayShape>;

const signedOtherwise = z.object({
  is: z.literal('signed-otherwise'),
  /** Null where it does not differ from what was agreed. */
  secretEncoding: z.enum(SECRET_ENCODINGS).nullable(),
  signatureEncoding: z.enum(SIGNATURE_ENCODINGS).nullable(),
  algorithm: z.enum(ALGORITHMS).nullable(),
});
/** How a signature differs from the agreed variant. */
export type SignedOtherwise = Omit<z.infer<typeof signedOtherwise>, 'is'>;

const finding = z.discriminatedUnion('is', [
  z.object({ is: z.literal('other-subscription'), id: z.string() }),
  signedOtherwise,
  z.object({ is: z.literal('ended-secret') }),
  z.object({ is: z.literal('unknown-secret') }),
]);
/** What was found out about a signature that does not match. */
export type SignatureFinding = z.infer<typeof finding>;

const countedRefusal = z.object({
  code: z.enum(Object.keys(REFUSALS) as RefusalCode[]),
  /** For INVALID_DATA. */
  problem: z.enum(BODY_PROBLEMS).nullable(),
  subscriptionId: z.string().nullable().describe('The claimed subscription, if it exists.'),
  count: integer,
  firstAt: instant,
  lastAt: instant,
  /** What was probably meant, in words. */
  hint: z.string().nullable(),
  /** Null if nothing was searched for. */
  finding: finding.nullable().describe('The way of signing that would have matched an invalid signature.'),
  /** `event` is that of the path. */
  last: z.object({ event: z.string(), address: z.string(), headers }),
});
/** The requests that were refused for one cause, and the last of them. */
export type CountedRefusal = z.infer<typeof countedRefusal>;

export const refusalListShape = z.object({
  since: instant.describe('When the server started and began to count; with several nodes, the last of them.'),
  refusals: z.array(countedRefusal),
});
export type RefusalList = z.infer<typeof refusalListShape>;
