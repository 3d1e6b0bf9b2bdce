import { TICKETS_WITH_ORDERS } from './load-statements';

// What reports keep of every course. For SQLite.

/** What a `ReportRow` holds. */
const COURSE = `
  SELECT t."orderKey", t."branch", t."courseNumber", t."startedAt", t."readyAt", t."servedAt", t."beganAt",
    t."closedAt" IS NULL AS "isOpen", t."closedBy", t."courseName", t."abbreviation", t."expectedRaw", t."posRaw",
    t."marks" LIKE '%"clock"%' AS "isClockSkewed", o."kind", o."tableNumber", o."tableSubNumber", o."guests"
  FROM ${TICKETS_WITH_ORDERS}`;
const BY_ORDER = 'ORDER BY t."orderKey", t."courseNumber", t."round"';

/** order key, order key: the courses of the orders after the one, up to and with the other. */
export const COURSES_OF_KEYS = `${COURSE} WHERE t."orderKey" > ? AND t."orderKey" <= ? ${BY_ORDER}`;

/** [order key] */
export const COURSES_OF_ORDERS = `${COURSE} WHERE t."orderKey" IN (SELECT value FROM json_each(?)) ${BY_ORDER}`;

/** branch */
export const ORDERS_OF_BRANCH = `SELECT "key" FROM "Order" WHERE "branch" = ? ORDER BY "key"`;

/** branch, version: the orders with a course that has changed since. */
export const CHANGED_ORDERS = `
  SELECT DISTINCT "orderKey" FROM "CourseTicket" WHERE "branch" = ? AND "version" > ? ORDER BY "orderKey"`;

/** branch and what `condition` takes: the orders that a text is found in. */
export function ordersWith(condition: string): string {
  return `SELECT o."key" FROM "Order" o WHERE +o."branch" = ? AND ${condition}`;
}
