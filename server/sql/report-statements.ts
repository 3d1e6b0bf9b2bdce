import type { OrderKind } from '../../contract/constants';
import type { ClosedBy } from '../../contract/live';
import { HOUR_MS } from '../../lib/time';
import { TICKETS_WITH_ORDERS } from './load-statements';

/** The values of a course that reports use. */
const COURSE = `t."orderKey", t."courseNumber", t."round", t."startedAt", t."readyAt", t."servedAt", t."beganAt",
    t."businessDay", t."localMinute", t."closedAt", t."closedBy", t."presumedAt", t."marks", t."courseName",
    t."abbreviation", t."expectedRaw", t."posRaw", o."kind", o."guests"`;

/** A row of `coursesOf`, as the reader's connections return it: all integers are numbers. */
export type CourseRow = Record<'orderKey' | 'courseNumber' | 'round' | 'beganAt' | 'localMinute' | 'isWanted', number> &
  Record<'startedAt' | 'readyAt' | 'servedAt' | 'closedAt' | 'presumedAt' | 'expectedRaw' | 'posRaw', number | null> & {
    businessDay: string;
    closedBy: ClosedBy | null;
    marks: string;
    courseName: string | null;
    abbreviation: string | null;
    kind: OrderKind;
    guests: number | null;
  };

const IN_RANGE = 't."branch" = ? AND t."beganAt" >= ? AND t."beganAt" < ?';

/**
 * branch, from, to (half-open), the parameters of the conditions, limit: the orders of courses that meet the conditions, one
 * row for each course.
 */
export function ordersWith(conditions: readonly string[]): string {
  const from = conditions.length === 0 ? '"CourseTicket" t' : TICKETS_WITH_ORDERS;
  return `SELECT t."orderKey" FROM ${from} WHERE ${[IN_RANGE, ...conditions].join(' AND ')} LIMIT ?`;
}

/** The parameters of `ordersWith` but the limit, then [order key]: every course of these orders, and whether it meets the conditions. */
export function coursesOf(conditions: readonly string[]): string {
  return `SELECT ${COURSE}, CASE WHEN ${[IN_RANGE, ...conditions].join(' AND ')} THEN 1 ELSE 0 END AS "isWanted"
  FROM ${TICKETS_WITH_ORDERS} WHERE t."orderKey" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))
  ORDER BY t."orderKey", t."courseNumber", t."round"`;
}

/** The time from the start of a course to nearly every completion and serve, in ms; both ends are inclusive. */
export const NEAR_STEPS = { from: -HOUR_MS, until: 8 * HOUR_MS };

/** A row of the two statements below. */
export type StepRow = { orderKey: number; beganAt: number; readyAt: number | null; servedAt: number | null };
const STEPS = 't."orderKey", t."beganAt", t."readyAt", t."servedAt"';

/** [branch, from, to]: the steps of the courses that began in these ranges. CROSS JOIN makes the planner begin with the ranges. */
export const STEPS_IN_RANGES = `
  SELECT ${STEPS} FROM json_each(?) r CROSS JOIN "CourseTicket" t ON t."branch" = CAST(r.value->>0 AS INTEGER)
    AND t."beganAt" >= CAST(r.value->>1 AS BIGINT) AND t."beganAt" < CAST(r.value->>2 AS BIGINT)`;

const isDistant = (step: string) => `"${step}" - "beganAt" NOT BETWEEN ${NEAR_STEPS.from} AND ${NEAR_STEPS.until}`;

/** branch: the steps of the few courses with one that is further from its start. They have an index of their own. */
export const DISTANT_STEPS = `
  SELECT ${STEPS} FROM "CourseTicket" t WHERE t."branch" = ? AND (${isDistant('readyAt')} OR ${isDistant('servedAt')})`;

/** [order key, course, step, instant, served]: the facts with which courses began, counted by their workplace (F15e). */
export const SERVES_BY_WORKPLACE = `
  SELECT d."workplace", count(*) AS "n", sum(CAST(f.value->>4 AS INTEGER)) AS "pressed"
  FROM json_each(?) f CROSS JOIN "CourseEvent" e ON e."orderKey" = CAST(f.value->>0 AS INTEGER)
    AND e."courseNumber" = CAST(f.value->>1 AS INTEGER) AND e."step" = CAST(f.value->>2 AS INTEGER)
    AND e."at" = CAST(f.value->>3 AS BIGINT)
  CROSS JOIN "Delivery" d ON d."id" = e."deliveryId" GROUP BY d."workplace"`;
