import * as z from 'zod';
import type { LeftOut, Measure } from '../../contract/reports';
import { courseChoice } from '../../domain/course-choice';
import type { Instant } from '../../domain/fact';
import { inSeconds } from '../../domain/preparation-unit';
import { NO_SERVICE } from '../../domain/service-at';
import { readTicketId } from '../../domain/ticket-ids';
import type { ReportFilter } from '../reports/report-filter';
import type { BranchReading } from '../sql/branch-readings';
import { type Condition, equals, textCondition } from '../sql/conditions';
import { servicesOf } from '../sql/services-of';

/** Order key, course number and round: the parts of a ticket's id. */
export type TicketKey = readonly [orderKey: number, courseNumber: number, round: number];

/** Parses a ticket's id; null if it is not one. */
export function ticketKey(id: string): TicketKey | null {
  const place = readTicketId(id);
  return place && [place.orderKey, place.courseNumber, place.round];
}

/** A range of durations in milliseconds, half-open. */
export type DurationFilter = { of: Measure; atLeastMs: number | null; underMs: number | null };

/** Where a page of history ended: its last course. */
export const courseCursor = z.object({ beganAt: z.int(), orderKey: z.int(), courseNumber: z.int(), round: z.int() });
export type CourseCursor = z.infer<typeof courseCursor>;

/** The courses of one branch on a page of history. */
export type CourseFilter = Omit<ReportFilter, 'branches' | 'now'> & {
  branch: number;
  /** Only these tickets. */
  tickets: readonly TicketKey[] | null;
  /** Only the columns of reports can decide this and `took`. */
  leftOut: LeftOut | null;
  took: DurationFilter | null;
  limit: number;
  cursor: CourseCursor | null;
  /** The branch's current POS time, by which a course that is still cooking is late or not. */
  now: Instant;
};

const STATES = {
  started: 't."servedAt" IS NULL AND t."readyAt" IS NULL',
  ready: 't."servedAt" IS NULL AND t."readyAt" IS NOT NULL',
  served: 't."servedAt" IS NOT NULL',
} as const;

/** ISO weekday of the business day: Julian day numbers are divisible by 7 on Mondays. */
const WEEKDAY = `(CAST(julianday(t."businessDay") + 0.5 AS INTEGER) % 7 + 1)`;

const IS_ONE_OF = `(t."orderKey", t."courseNumber", t."round") IN
  (SELECT CAST(value->>0 AS INTEGER), CAST(value->>1 AS INTEGER), CAST(value->>2 AS INTEGER) FROM json_each(?))`;

/**
 * The SQL conditions of a filter, without branch, range and cursor, and without those that need the columns of reports.
 */
export function conditionsOf(filter: CourseFilter, branch: BranchReading): Condition[] {
  const conditions: Condition[] = [];
  if (filter.course !== null) conditions.push(courseCondition(filter.course));
  if (filter.table) conditions.push(['o."tableNumber" = ?', filter.table.number]);
  if (filter.table?.subNumber) conditions.push(['o."tableSubNumber" = ?', filter.table.subNumber]);
  if (filter.service !== null) conditions.push(serviceCondition(filter.service, branch));
  if (filter.orderKind !== null) conditions.push(['o."kind" = ?', filter.orderKind]);
  if (filter.state !== null) conditions.push([STATES[filter.state]]);
  if (filter.late !== null) conditions.push(lateCondition(filter.late, filter.now, branch));
  if (filter.guests !== null) conditions.push(['o."guests" = ?', filter.guests]);
  if (filter.weekday !== null) conditions.push([`${WEEKDAY} = ?`, filter.weekday]);
  if (filter.hour !== null) conditions.push(['t."localMinute" / 60 = ?', filter.hour]);
  if (filter.nextDay !== null)
    conditions.push([`t."localMinute" ${filter.nextDay ? '<' : '>='} ?`, branch.cutOffMinute]);
  if (filter.tickets) conditions.push([IS_ONE_OF, JSON.stringify(filter.tickets)]);
  if (filter.q !== null) conditions.push(textCondition(filter.q));
  return conditions;
}

function courseCondition(course: string): Condition {
  const choice = courseChoice(course);
  if ('number' in choice) return ['t."courseNumber" = ?', choice.number];
  return equals('t."abbreviation"', choice.abbreviation);
}

function serviceCondition(name: string, branch: BranchReading): Condition {
  const services = servicesOf(branch);
  const named = services.find((service) => service.name.toLowerCase() === name.toLowerCase());
  const none = { from: 0, until: name === NO_SERVICE ? (services[0]?.from ?? 0) : 0 };
  const { from, until } = named ?? none;
  const day = 24 * 60;
  return [`(t."localMinute" - ${branch.cutOffMinute} + ${day}) % ${day} BETWEEN ? AND ?`, from, until - 1];
}

/**
 * F11: whether a course became ready after the cooking limit, or still cooks and has reached it; rounded to ms like the
 * limits.
 */
function lateCondition(late: boolean, now: Instant, branch: BranchReading): Condition {
  const { unit, limitsOf } = branch.reading;
  const secondsPerRaw = inSeconds(1, unit);
  const limitOf = (course: number) => {
    const { latePercent, fallbackLateMs } = limitsOf(course);
    const expected =
      secondsPerRaw === null ? null : `round(CAST(t."expectedRaw" AS BIGINT) * ${secondsPerRaw * 10 * latePercent})`;
    return expected === null
      ? `${fallbackLateMs}`
      : `CASE WHEN t."expectedRaw" > 0 THEN ${expected} ELSE ${fallbackLateMs} END`;
  };
  // All courses without settings of their own share the same limits.
  const own = [
    ...new Set(
      branch.settings.flatMap(({ branch: of, course }) => (of === branch.number && course !== null ? [course] : [])),
    ),
  ];
  const other = 1 + Math.max(0, ...own);
  const cases = own.map((course) => `WHEN ${course} THEN ${limitOf(course)}`).join(' ');
  const limit = own.length === 0 ? limitOf(other) : `CASE t."courseNumber" ${cases} ELSE ${limitOf(other)} END`;
  // One ms more: a course that still cooks exactly at its limit is late, one that became ready then was not.
  const until = `coalesce(t."readyAt", CASE WHEN t."closedAt" IS NULL THEN ${Math.round(now) + 1} END)`;
  const isLate = `(t."startedAt" IS NOT NULL AND ${until} IS NOT NULL AND ${until} - t."startedAt" > ${limit})`;
  return [late ? isLate : `NOT ${isLate}`];
}
