import * as z from 'zod';
import { PRACTICE_ENDS, PRACTICE_SPEEDS, TEST_STEPS } from './constants';
import { deliveryShape, refusalListShape } from './deliveries';
import { instant, integer } from './parts';
import { fleetShape } from './screens';
import { subscriptionListShape } from './subscriptions';

// The first set-up, as the page for owners sees it; test courses and practice services.

/** The last test course of a branch since the server started. */
export const testReportShape = z.object({
  step: z.enum(TEST_STEPS),
  seenOn: z.array(integer).describe('The ids of the screens that have drawn it.'),
});
export type TestReport = z.infer<typeof testReportShape>;

const branch = z.object({
  number: integer,
  name: z.string().nullable(),
  timeZone: z.string(),
  /** When its business day begins, such as `04:00`. */
  cutOff: z.string(),
  lastDeliveryAt: instant.nullable(),
  test: testReportShape.nullable().describe('The last test course since the server started.'),
});
export type SetUpBranch = z.infer<typeof branch>;

const newest = z.object({
  ...deliveryShape.pick({ receivedAt: true, outcome: true, branch: true }).shape,
  event: z.string(),
  table: z.object({ number: z.string(), subNumber: z.string() }).nullable(),
  ticketNumber: integer.nullable(),
  course: z.object({ number: integer, name: z.string().nullable(), abbreviation: z.string().nullable() }).nullable(),
});
export type NewestDelivery = z.infer<typeof newest>;

export const setUpShape = z.object({
  serverTime: instant,
  /** By number. */
  branches: z.array(branch),
  subscriptions: subscriptionListShape,
  newest: newest.nullable().describe('The newest delivery, without names of guests.'),
  /** Since the server started, newest first. */
  refusals: refusalListShape.shape.refusals,
  screens: fleetShape.shape.screens,
});
export type SetUp = z.infer<typeof setUpShape>;

export const speedShape = z.literal(PRACTICE_SPEEDS);

export const practiceStatusShape = z.object({
  serverTime: instant,
  openCourses: integer.describe('Real courses that wait for somebody: no practice may start beside them.'),
  practice: z
    .object({
      startedAt: instant,
      until: instant.describe('When it ends by itself.'),
      speed: speedShape,
      by: z.string().nullable().describe('The manager who started it.'),
      ended: z.enum(PRACTICE_ENDS).nullable(),
      left: integer.describe('Courses that are not served yet, also those to come.'),
    })
    .nullable()
    .describe('Until a minute after its end.'),
});
export type PracticeStatus = z.infer<typeof practiceStatusShape>;
