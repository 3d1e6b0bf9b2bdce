import { HOUR_MS } from '../../lib/time-units';
import { TICKETS_WITH_ORDERS } from './load-statements';

/** The values of a course that reports use. */
const COURSE_VALUES = {
  orderKey: 't."orderKey"',
  branch: 't."branch"',
  courseNumber: 't."courseNumber"',
  startedAt: 't."startedAt"',
  readyAt: 't."readyAt"',
  servedAt: 't."servedAt"',
  beganAt: 't."beganAt"',
  isOpen: 'CAST(t."closedAt" IS NULL AS INTEGER)',
  closedBy: 't."closedBy"',
  isPresumed: 'CAST(t."presumedAt" IS NOT NULL AS INTEGER)',
  courseName: 't."courseName"',
  abbreviation: 't."abbreviation"',
  expectedRaw: 't."expectedRaw"',
  posRaw: 't."posRaw"',
  isClockSkewed: `CAST(t."marks" LIKE '%"clock"%' AS INTEGER)`,
  kind: 'o."kind"',
  tableNumber: 'o."tableNumber"',
  tableSubNumber: 'o."tableSubNumber"',
  guests: 'o."guests"',
};

/** The names of these values, in the order of the statements below. */
export const COURSE_VALUE_NAMES = Object.keys(COURSE_VALUES) as (keyof typeof COURSE_VALUES)[];

/** One row, whose `courses` is JSON: a million objects made by the driver would take three times as long. */
const coursesOf = (condition: string) => `
  SELECT CAST(json_group_array(json_array(${Object.values(COURSE_VALUES).join(', ')})) AS TEXT) AS "courses" FROM ${TICKETS_WITH_ORDERS} WHERE ${condition}`;

/** order key, order key: the courses of the orders after the first key, up to the second. */
export const COURSES_OF_KEYS = coursesOf('t."orderKey" > ? AND t."orderKey" <= ?');

/** [order key] */
export const COURSES_OF_ORDERS = coursesOf('t."orderKey" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))');

/** [span, branch, from, to]: the courses of each span, which is half-open. CROSS JOIN makes the planner begin with the spans. */
const IN_SPANS = `json_each(?) s CROSS JOIN "CourseTicket" t ON t."branch" = CAST(s.value->>1 AS INTEGER)
  AND t."beganAt" >= CAST(s.value->>2 AS BIGINT) AND t."beganAt" < CAST(s.value->>3 AS BIGINT)`;
const SPAN = 'CAST(s.value->>0 AS INTEGER) AS "span"';
/** JSON, because there may be as many orders as courses. */
const ORDERS = 'CAST(json_group_array(DISTINCT t."orderKey") AS TEXT) AS "orders"';

/** Spans: the number of courses of each span that has one. */
export const COUNTS_IN_SPANS = `SELECT ${SPAN}, count(*) AS "count" FROM ${IN_SPANS} GROUP BY 1`;

/** Spans: the orders with a course in each span that has one, in any order. */
export const ORDERS_IN_SPANS = `SELECT ${SPAN}, ${ORDERS} FROM ${IN_SPANS} GROUP BY 1`;

/** The time from the start of a course to nearly every completion and serve, in ms; both ends are inclusive. */
export const NEAR_STEPS = { from: -HOUR_MS, until: 8 * HOUR_MS };
const isDistant = (step: string) => `t."${step}" - t."beganAt" NOT BETWEEN ${NEAR_STEPS.from} AND ${NEAR_STEPS.until}`;
/** For the others, PostgreSQL has an index. On SQLite, all of them are usually in memory. */
const HAS_DISTANT_STEP = `(${isDistant('readyAt')} OR ${isDistant('servedAt')})`;

/** Spans: the steps of the courses in them with a distant step. */
export const DISTANT_STEPS_IN_SPANS = `
  SELECT ${SPAN}, t."readyAt", t."servedAt" FROM ${IN_SPANS} WHERE ${HAS_DISTANT_STEP}`;

/** [span, branch, from, to]: the orders of a branch with a distant step in each span; both ends are inclusive. */
export const ORDERS_OF_DISTANT_STEPS = `
  SELECT ${SPAN}, ${ORDERS} FROM json_each(?) s CROSS JOIN "CourseTicket" t ON t."branch" = CAST(s.value->>1 AS INTEGER)
  WHERE ${HAS_DISTANT_STEP} AND (t."readyAt" BETWEEN CAST(s.value->>2 AS BIGINT) AND CAST(s.value->>3 AS BIGINT)
    OR t."servedAt" BETWEEN CAST(s.value->>2 AS BIGINT) AND CAST(s.value->>3 AS BIGINT)) GROUP BY 1`;

/** [span, branch, version]: the orders of each branch with a course that has changed since, by key. */
export const CHANGED_ORDERS = `
  SELECT DISTINCT ${SPAN}, t."orderKey" FROM json_each(?) s CROSS JOIN "CourseTicket" t
    ON t."branch" = CAST(s.value->>1 AS INTEGER) AND t."version" > CAST(s.value->>2 AS INTEGER)
  ORDER BY t."orderKey"`;

/** [order key, course, step, instant, served]: the facts with which courses began, counted by their workplace (F15e). */
export const SERVES_BY_WORKPLACE = `
  SELECT d."workplace", count(*) AS "n", sum(CAST(f.value->>4 AS INTEGER)) AS "pressed"
  FROM json_each(?) f CROSS JOIN "CourseEvent" e ON e."orderKey" = CAST(f.value->>0 AS INTEGER)
    AND e."courseNumber" = CAST(f.value->>1 AS INTEGER) AND e."step" = CAST(f.value->>2 AS INTEGER)
    AND e."at" = CAST(f.value->>3 AS BIGINT)
  CROSS JOIN "Delivery" d ON d."id" = e."deliveryId" GROUP BY d."workplace"`;

/** The number of courses, up to `most`. */
export function countUpTo(most: number): string {
  return `SELECT count(*) AS "count" FROM (SELECT 1 FROM "CourseTicket" LIMIT ${most}) c`;
}

/** branch, and the parameters of `condition`: the orders that meet it. */
export function ordersWith(condition: string): string {
  return `SELECT o."key" FROM "Order" o WHERE +o."branch" = ? AND ${condition}`;
}
