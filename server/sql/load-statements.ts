// Statements that load boards at the start, and orders of earlier days later. They name their columns: a node of this version may
// be running when a newer one adds some, and PostgreSQL refuses a prepared statement whose columns have changed.

import type { SettingRow } from '../../contract/settings';
import { agreedUnit } from '../../domain/preparation-unit';
import { readServices, type ServiceSpan, serviceSpans } from '../../domain/services';
import { limitsFor, settingFor, settledUnit } from '../../domain/settings';
import type { Reading } from '../../domain/ticket';
import { DAY_MS } from '../../lib/time';
import { type BranchRow, branchOfRow, type SettingColumns, settingRows } from './branches';
import { namesOf, type Source } from './statements';
import { ORDER_OF_TICKET, TICKET_COLUMNS } from './tickets';
import { BRANCH_COLUMNS, ORDER_COLUMNS, type StoredBranch, TABLE_COLUMNS } from './write-statements';

/** The calendar, settings and unit by which the history of a branch is read. */
export type BranchReading = Pick<BranchRow, 'number' | 'name' | 'timeZone' | 'cutOffMinute' | 'version' | 'epoch'> & {
  settings: readonly SettingRow[];
  reading: Reading;
};

const TICKET = [
  ...TICKET_COLUMNS.map((column) => `t."${column}"`),
  ...Object.keys(ORDER_OF_TICKET).map((column) => `o."${column}"`),
].join(', ');

/** A ticket with its order, as a `TicketRow`; `from` continues the statement. */
export function selectTickets(from: string): string {
  return `SELECT ${TICKET} FROM ${from}`;
}

/** CROSS JOIN makes the planner begin with the tickets. */
export const TICKETS_WITH_ORDERS = `"CourseTicket" t CROSS JOIN "Order" o ON o."key" = t."orderKey"`;

/** [key] */
export const TICKETS_OF_ORDERS = selectTickets(
  `${TICKETS_WITH_ORDERS} WHERE t."orderKey" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))`,
);

/** [branch], [branch, instant, instant]: the orders with a ticket that is open, or was closed after the first instant and before the second. */
export const ORDERS_OF_DAYS = `
  SELECT t."branch", t."orderKey" FROM json_each(?) AS b
  CROSS JOIN "CourseTicket" t ON t."branch" = CAST(b.value AS INTEGER) AND t."closedAt" IS NULL
  UNION SELECT t."branch", t."orderKey" FROM json_each(?) AS b
  CROSS JOIN "CourseTicket" t ON t."branch" = CAST(b.value->>0 AS INTEGER)
    AND t."closedAt" > CAST(b.value->>1 AS BIGINT) AND t."closedAt" < CAST(b.value->>2 AS BIGINT)`;

/**
 * [branch, table number, sub-number, instant]: the orders on each table with a ticket that was closed within five days
 * after the instant; later ones say nothing about a table then.
 */
export const ORDERS_ON_TABLES = `
  SELECT DISTINCT t."branch", t."orderKey" FROM json_each(?) AS p
  CROSS JOIN "CourseTicket" t ON t."branch" = CAST(p.value->>0 AS INTEGER)
    AND t."closedAt" >= CAST(p.value->>3 AS BIGINT) AND t."closedAt" < CAST(p.value->>3 AS BIGINT) + ${5 * DAY_MS}
  CROSS JOIN "Order" o ON o."key" = t."orderKey" AND o."tableNumber" = p.value->>1 AND o."tableSubNumber" = p.value->>2`;

/** branch, instant: the orders with a course since the instant that have been at more than one table. */
export const MOVED_ORDERS = `
  SELECT DISTINCT "orderKey" FROM "CourseTicket" WHERE "branch" = ? AND "beganAt" >= ? AND "marks" LIKE '%"moved"%'`;

/** The greatest key of an order. Orders are never deleted. */
export const LAST_ORDER_KEY = `SELECT max("key") AS "key" FROM "Order"`;

/** [branch, identity]: the key of each existing order. */
export const ORDER_KEYS = `
  SELECT "key" FROM "Order" WHERE ("branch", "identity") IN (SELECT CAST(value->>0 AS INTEGER), value->>1 FROM json_each(?))`;

/** [id]: the ids that deliveries have. */
export const STORED_DELIVERIES = `
  SELECT "id" FROM "Delivery" WHERE "id" IN (SELECT value->>0 FROM json_each(?))`;

/** [key] */
export const ORDERS_BY_KEY = `
  SELECT ${namesOf([...ORDER_COLUMNS, 'sealedAt'])} FROM "Order"
  WHERE "key" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))`;

/** [key]: the actions on the tickets of orders, in order of receipt. */
export const ACTIONS_OF_ORDERS = `
  SELECT "key", "id", "orderKey", "courseNumber", "round", "kind", "screenId", "screenName", "at", "receivedAt",
    "seenReadyAt"
  FROM "TicketAction" WHERE "orderKey" IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) ORDER BY "key"`;

/** [key]: the facts of orders, each with the body that gives its content. */
export const FACTS_OF_ORDERS = `
  SELECT e."orderKey", e."courseNumber", e."step", e."at", e."round", e."deliveryId", d."body", d."bodySha256"
  FROM "CourseEvent" e CROSS JOIN "Delivery" d ON d."id" = e."deliveryId"
  WHERE e."orderKey" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))`;

/**
 * [key]: the bodies of facts of these orders, with the step as which each was read. Without the plus the planner would
 * read every applied delivery for each order that is not in memory.
 */
export const BODIES_OF_ORDERS = `
  SELECT DISTINCT "orderKey", "bodySha256", "step" FROM "Delivery"
  WHERE "orderKey" IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND +"outcome" IN ('applied', 'repeat')`;

export const BRANCHES = `SELECT ${namesOf(BRANCH_COLUMNS)} FROM "Branch" ORDER BY "number"`;

/** [branch, instant]: the tables of each branch with facts since the instant. */
export const TABLES_SINCE = `
  SELECT ${namesOf(TABLE_COLUMNS)} FROM json_each(?) AS b
  CROSS JOIN "TableState" t ON t."branch" = CAST(b.value->>0 AS INTEGER) AND t."newsAt" > CAST(b.value->>1 AS BIGINT)`;

/** [branch]: the newest gaps of each, oldest first. */
export const NEWEST_GAPS = `
  SELECT "branch", "fromAt", "toAt", "cause" FROM (
    SELECT "branch", "fromAt", "toAt", "cause", row_number() OVER (PARTITION BY "branch" ORDER BY "fromAt" DESC) AS "place"
    FROM "Gap" WHERE "branch" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))
  ) g WHERE "place" <= 20 ORDER BY "fromAt"`;

/** Minutes of receipt that LEAST_BY_MINUTE returns. */
const MINUTES = 30;

/** The deliveries that count for the offset of the POS's clock, as in `recordReceipt`. */
const COUNTS = `+d."outcome" = 'applied' AND d."at" - d."receivedAt" <= ${DAY_MS}`;

/**
 * [branch, instant]: the newest minutes of receipt before the instant with deliveries of each, with the least difference
 * between receipt and event, from which the offset of the POS's clock is computed. Steps from minute to minute by index,
 * however far apart they are; the first row of the recursion is the instant, not a minute.
 */
export const LEAST_BY_MINUTE = `
  WITH RECURSIVE "Minute" ("place", "branch", "beganAt") AS (
    SELECT 0, CAST(value->>0 AS INTEGER), CAST(value->>1 AS BIGINT) FROM json_each(?)
    UNION ALL
    SELECT m."place" + 1, m."branch", (
      SELECT d."receivedAt" / 60000 * 60000 FROM "Delivery" d
      WHERE d."branch" = m."branch" AND d."receivedAt" < m."beganAt" AND ${COUNTS}
      ORDER BY d."receivedAt" DESC LIMIT 1
    ) FROM "Minute" m WHERE m."beganAt" IS NOT NULL AND m."place" < ${MINUTES}
  )
  SELECT m."branch", m."beganAt" / 60000 AS "minute", (
    SELECT min(d."receivedAt" - d."at") FROM "Delivery" d
    WHERE d."branch" = m."branch" AND d."receivedAt" >= m."beganAt" AND d."receivedAt" < m."beganAt" + 60000
      AND ${COUNTS}
  ) AS "least" FROM "Minute" m WHERE m."place" > 0 AND m."beganAt" IS NOT NULL`;

/** [branch], instant: the deliveries before the instant, for branches of which they came in a few minutes only (F23b). */
export const EARLY_RECEIPTS = `
  SELECT d."branch", d."workplace", d."receivedAt" / 60000 AS "minute", d."receivedAt" - d."at" AS "behind"
  FROM json_each(?) AS b
  CROSS JOIN "Delivery" d ON d."branch" = CAST(b.value AS INTEGER) AND d."receivedAt" < ? AND ${COUNTS}`;

/** The newest row of each key, branch and course. */
export const SETTING_ROWS = `
  SELECT "id", "key", "branch", "course", "value" FROM "Setting"
  WHERE "id" IN (SELECT max("id") FROM "Setting" GROUP BY "key", "branch", "course")`;

/** [branch, number, sub-number] */
export const TABLES_BY_NUMBER = `
  SELECT ${namesOf(TABLE_COLUMNS)} FROM "TableState" WHERE ("branch", "number", "subNumber") IN
    (SELECT CAST(value->>0 AS INTEGER), value->>1, value->>2 FROM json_each(?))`;

/**
 * branch, order key, course number, round, limit: the tickets of a branch after one, by key. The plus keeps the planner
 * from an index by branch, after which it would sort the whole branch for each chunk.
 */
export const TICKETS_AFTER = `
  SELECT "orderKey", "courseNumber", "round", "beganAt" FROM "CourseTicket"
  WHERE +"branch" = ? AND ("orderKey", "courseNumber", "round") > (?, ?, ?)
  ORDER BY "orderKey", "courseNumber", "round" LIMIT ?`;

/** Every branch by number. Today's settings and unit also apply to the past, so they are read again for each query. */
export async function branchReadings(source: Source): Promise<Map<number, BranchReading>> {
  const settings = settingRows(await source.$queryRawUnsafe<SettingColumns[]>(SETTING_ROWS));
  const rows = await source.$queryRawUnsafe<StoredBranch[]>(BRANCHES);
  return new Map(
    rows.map(branchOfRow).map(({ number, name, timeZone, cutOffMinute, version, epoch, votes }) => {
      const limits = new Map<number, ReturnType<typeof limitsFor>>();
      const limitsOf = (course: number) => {
        const known = limits.get(course) ?? limitsFor(settings, number, course);
        limits.set(course, known);
        return known;
      };
      const reading = { unit: settledUnit(settings, number) ?? agreedUnit(votes), limitsOf };
      return [number, { number, name, timeZone, cutOffMinute, version, epoch, settings, reading }];
    }),
  );
}

/** The services of a branch's business day (F16). */
export function servicesOf(branch: Pick<BranchReading, 'number' | 'settings' | 'cutOffMinute'>): ServiceSpan[] {
  const services = readServices(String(settingFor(branch.settings, 'services', branch.number))) ?? [];
  return serviceSpans(services, branch.cutOffMinute);
}
