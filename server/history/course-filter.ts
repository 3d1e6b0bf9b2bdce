import * as z from 'zod';
import type { LeftOut, Measure } from '../../contract/constants';
import type { Instant } from '../../domain/fact';
import { readTicketId } from '../../domain/ticket-ids';
import type { CourseConditions } from '../reports/filter';

/** Order key, course number and round: the parts of a ticket's id. */
export type TicketKey = readonly [orderKey: number, courseNumber: number, round: number];

/** Parses a ticket's id; null if it is not one. */
export function ticketKey(id: string): TicketKey | null {
  const place = readTicketId(id);
  return place && [place.orderKey, place.courseNumber, place.round];
}

/** A range of durations in milliseconds, half-open. */
type DurationFilter = { of: Measure; atLeastMs: number | null; underMs: number | null };

/** Where a page of history ended: its last course. */
export const courseCursor = z.object({ beganAt: z.int(), orderKey: z.int(), courseNumber: z.int(), round: z.int() });
export type CourseCursor = z.infer<typeof courseCursor>;

/** The courses of one branch on a page of history. */
export type CourseFilter = CourseConditions & {
  branch: number;
  /** Only these tickets. */
  tickets: readonly TicketKey[] | null;
  /** Why a course does not count in figures, and how long it took: they are known once its order is read, not by SQL. */
  leftOut: LeftOut | null;
  took: DurationFilter | null;
  limit: number;
  cursor: CourseCursor | null;
  /** The branch's current POS time, by which a course that is still cooking is late or not. */
  now: Instant;
};
