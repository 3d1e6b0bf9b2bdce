import type { OrderKind } from '../../contract/constants';
import type { ClosedBy } from '../../contract/live';
import { HOUR_MS } from '../../lib/time';
import { selectTickets, TICKETS_OF_ORDERS, TICKETS_WITH_ORDERS } from './load-statements';

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

const COURSES_IN_RANGE = 't."branch" = ? AND t."beganAt" >= ? AND t."beganAt" < ?';

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

// Pages of history, newest first.  `conditions` are of `t`, a course's ticket, and of `o`, its order; all of
// these take the parameters of the range first: branch, from, to (half-open).

/**
 * branch, instant: the newest courses since then of tables whose number of guests is known, 20,000 at most; without those
 * that were closed or presumed served by Heatlamp (F22d).
 */
export const PARTY_COURSES = `
  SELECT t."orderKey", o."guests", t."startedAt", t."servedAt" FROM ${TICKETS_WITH_ORDERS}
  WHERE t."branch" = ? AND t."beganAt" >= ? AND o."guests" > 0 AND o."kind" = 'table'
    AND t."presumedAt" IS NULL AND coalesce(t."closedBy", '') <> 'heatlamp'
  ORDER BY t."beganAt" DESC LIMIT 20000`;

/** branch, since: the courses that began since then, those with the newest name first. */
export const COURSES_SINCE = `
  SELECT "courseNumber", "courseName", "abbreviation", "sequence" FROM "CourseTicket"
  WHERE "branch" = ? AND "beganAt" >= ?
  GROUP BY "courseNumber", "courseName", "abbreviation", "sequence" ORDER BY max("beganAt") DESC LIMIT 500`;

/** branch, from, to, table number, sub-number: the courses of a table, oldest first. */
export const COURSES_OF_TABLE = `${selectTickets(`${TICKETS_WITH_ORDERS} WHERE t."branch" = ? AND t."beganAt" >= ? AND t."beganAt" < ?
    AND o."tableNumber" = ? AND o."tableSubNumber" = ?`)}
  ORDER BY t."beganAt", t."orderKey", t."courseNumber", t."round"`;

/**
 * order key, course number, limit: the deliveries of a course, in order of arrival, and how many they are. The plus
 * keeps the planner to the index of an order's deliveries.
 */
export const DELIVERIES_OF_COURSE = `
  SELECT d."id", d."receivedAt", d."pathEvent", d."outcome", d."step", d."at", e."round", d."body", d."erasedAt",
    count(*) OVER () AS "all"
  FROM "Delivery" d LEFT JOIN "CourseEvent" e ON e."orderKey" = d."orderKey" AND e."courseNumber" = d."courseNumber"
    AND e."step" = d."step" AND e."at" = d."at"
  WHERE d."orderKey" = ? AND +d."courseNumber" = ? AND d."step" IS NOT NULL AND d."at" IS NOT NULL
  ORDER BY d."receivedAt", d."id" LIMIT ?`;

/**
 * Every course of a range with its times and limits, and whether it matches. The parameters of the conditions come
 * first, then branch, from, to.
 */
export function courseOutcomes(conditions: readonly string[]): string {
  const fits = conditions.length === 0 ? '1' : `CASE WHEN ${conditions.join(' AND ')} THEN 1 ELSE 0 END`;
  return `SELECT t."orderKey", t."courseNumber", t."startedAt", t."readyAt", t."servedAt", t."closedAt", t."closedBy",
    t."expectedRaw", t."effects", t."presumedAt", t."presumedReason", ${fits} AS "fits" FROM ${TICKETS_WITH_ORDERS}
  WHERE t."branch" = ? AND t."beganAt" >= ? AND t."beganAt" < ?`;
}

/** [key]: the courses of orders, as they began. */
export const COURSES_OF_ORDERS = `${TICKETS_OF_ORDERS}
  ORDER BY t."beganAt", t."courseNumber", t."round"`;

const NEWEST_FIRST = `ORDER BY t."beganAt" DESC, t."orderKey" DESC, t."courseNumber" DESC, t."round" DESC`;
/** [order key, course number, round]: these courses, newest first. */
export const COURSES_BY_KEY = `${selectTickets(
  `${TICKETS_WITH_ORDERS} WHERE (t."orderKey", t."courseNumber", t."round") IN
    (SELECT CAST(value->>0 AS INTEGER), CAST(value->>1 AS INTEGER), CAST(value->>2 AS INTEGER) FROM json_each(?))`,
)} ${NEWEST_FIRST}`;

/** The plus prevents an index by branch: the index of orders, or a scan, finds the courses. */
const IN_RANGE = `+t."branch" = ? AND +t."beganAt" >= ? AND +t."beganAt" < ?`;

/** Course by course from the newest on, until the page is full. Fast if matches are common or recent. */
export function nearCourses(conditions: readonly string[], limit: number): string {
  const inRange = `t."branch" = ? AND t."beganAt" >= ? AND t."beganAt" < ?`;
  return `${selectTickets(`${TICKETS_WITH_ORDERS} WHERE ${[inRange, ...conditions].join(' AND ')}`)}
    ${NEWEST_FIRST} LIMIT ${limit}`;
}

/** Start of the course after the newest ones in the range; no row if there are fewer. */
export function beganBefore(courses: number): string {
  return `SELECT t."beganAt" FROM "CourseTicket" t WHERE t."branch" = ? AND t."beganAt" >= ? AND t."beganAt" < ?
    ORDER BY t."beganAt" DESC LIMIT 1 OFFSET ${courses}`;
}

/**
 * The same page by a scan of all courses in file order, which takes half the time of the index. Until the page is known
 * it reads only the columns to sort by, and orders only if conditions need them.
 */
export function courseByCourse(conditions: readonly string[], limit: number, withOrders: boolean): string {
  const orders = withOrders ? ' CROSS JOIN "Order" o ON o."key" = t."orderKey"' : '';
  return pageOf(`"CourseTicket" t NOT INDEXED${orders}`, [IN_RANGE, ...conditions], limit);
}

/**
 * The same page by orders: each is read once, not once per course, and courses only of matching orders. Takes the
 * branch once more, after the conditions. The plus prevents the index of the branch's orders, which would not read them
 * in file order; a table has its own index.
 */
export function orderByOrder(conditions: readonly string[], limit: number, byTable: boolean): string {
  const orders = '"Order" o CROSS JOIN "CourseTicket" t ON t."orderKey" = o."key"';
  return pageOf(orders, [IN_RANGE, ...conditions, `${byTable ? '' : '+'}o."branch" = ?`], limit);
}

/** branch: the starts of its first and its last course. */
export const FIRST_COURSE = `
  SELECT min(t."beganAt") AS "beganAt", max(t."beganAt") AS "lastBeganAt" FROM "CourseTicket" t WHERE t."branch" = ?`;

/** Number of matches in the range by its index. Without conditions the index alone is enough. */
export function countNear(conditions: readonly string[]): string {
  const from = conditions.length === 0 ? '"CourseTicket" t' : TICKETS_WITH_ORDERS;
  const inRange = `t."branch" = ? AND t."beganAt" >= ? AND t."beganAt" < ?`;
  return `SELECT count(*) AS "count" FROM ${from} WHERE ${[inRange, ...conditions].join(' AND ')}`;
}

function pageOf(from: string, conditions: readonly string[], limit: number): string {
  const keys = `SELECT t."orderKey", t."courseNumber", t."round" FROM ${from} WHERE ${conditions.join(' AND ')}
    ${NEWEST_FIRST} LIMIT ${limit}`;
  const rows = `(${keys}) k CROSS JOIN "CourseTicket" t ON t."orderKey" = k."orderKey" AND t."courseNumber" = k."courseNumber"
    AND t."round" = k."round" CROSS JOIN "Order" o ON o."key" = t."orderKey"`;
  return `${selectTickets(rows)} ${NEWEST_FIRST}`;
}

/**
 * branch, from, to (half-open), the parameters of the conditions, limit: the orders of courses that meet the conditions, one
 * row for each course.
 */
export function ordersWith(conditions: readonly string[]): string {
  const from = conditions.length === 0 ? '"CourseTicket" t' : TICKETS_WITH_ORDERS;
  return `SELECT t."orderKey" FROM ${from} WHERE ${[COURSES_IN_RANGE, ...conditions].join(' AND ')} LIMIT ?`;
}

/** The parameters of `ordersWith` but the limit, then [order key]: every course of these orders, and whether it meets the conditions. */
export function coursesOf(conditions: readonly string[]): string {
  return `SELECT ${COURSE}, CASE WHEN ${[COURSES_IN_RANGE, ...conditions].join(' AND ')} THEN 1 ELSE 0 END AS "isWanted"
  FROM ${TICKETS_WITH_ORDERS} WHERE t."orderKey" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))
  ORDER BY t."orderKey", t."courseNumber", t."round"`;
}
