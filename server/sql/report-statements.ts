import { TICKETS_WITH_ORDERS } from './load-statements';

// The values of courses that reports use.

/** Columns of a `ReportRow`, in the order of `StoredRow`. */
const MEMBERS = [
  't."orderKey"',
  't."branch"',
  't."courseNumber"',
  't."startedAt"',
  't."readyAt"',
  't."servedAt"',
  't."beganAt"',
  'CAST(t."closedAt" IS NULL AS INTEGER)',
  't."closedBy"',
  'CAST(t."presumedAt" IS NOT NULL AS INTEGER)',
  't."courseName"',
  't."abbreviation"',
  't."expectedRaw"',
  't."posRaw"',
  `CAST(t."marks" LIKE '%"clock"%' AS INTEGER)`,
  'o."kind"',
  'o."tableNumber"',
  'o."tableSubNumber"',
  'o."guests"',
];

/** One row, whose `courses` is JSON: a million objects made by the driver would take three times as long. */
const coursesOf = (condition: string) => `
  SELECT CAST(json_group_array(json_array(${MEMBERS.join(', ')})) AS TEXT) AS "courses" FROM ${TICKETS_WITH_ORDERS} WHERE ${condition}`;

/** order key, order key: the courses of the orders after the first key, up to the second. */
export const COURSES_OF_KEYS = coursesOf('t."orderKey" > ? AND t."orderKey" <= ?');

/** [order key] */
export const COURSES_OF_ORDERS = coursesOf('t."orderKey" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))');

/** branch */
export const ORDERS_OF_BRANCH = `SELECT "key" FROM "Order" WHERE "branch" = ? ORDER BY "key"`;

/** branch, version: the orders with a course that has changed since. */
export const CHANGED_ORDERS = `
  SELECT DISTINCT "orderKey" FROM "CourseTicket" WHERE "branch" = ? AND "version" > ? ORDER BY "orderKey"`;

/** branch, and the parameters of `condition`: the orders that meet it. */
export function ordersWith(condition: string): string {
  return `SELECT o."key" FROM "Order" o WHERE +o."branch" = ? AND ${condition}`;
}
