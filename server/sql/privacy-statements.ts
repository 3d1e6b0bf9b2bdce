import { bodyContains, type Condition, contains } from './statements';

// What retention finds and erases (SPEC.md, F27).

/** A column of an order that says when something of it was erased. */
export type ErasedColumn = 'bodiesErasedAt' | 'namesErasedAt';

/**
 * F27a: nothing is open, and nothing of it is new. An order without tickets is of a branch that was removed, maybe made
 * anew since: nothing is left to erase, and a replay must find it unsealed. A branch that is being copied is not in use
 * yet. instant, instant
 */
const IS_OVER = `
  EXISTS (SELECT 1 FROM "Branch" b WHERE b."number" = o."branch")
  AND EXISTS (SELECT 1 FROM "CourseTicket" t WHERE t."orderKey" = o."key")
  AND NOT EXISTS (SELECT 1 FROM "CourseTicket" t WHERE t."orderKey" = o."key" AND (t."closedAt" IS NULL OR t."lastNewsAt" >= ?))
  AND NOT EXISTS (SELECT 1 FROM "Delivery" d
    WHERE d."orderKey" = o."key" AND d."receivedAt" >= ? AND +d."outcome" IN ('applied', 'repeat'))`;

/** key, key, instant, instant: the orders of a range of keys, after the first one, that are to be erased. */
export function ordersToErase(column: ErasedColumn): string {
  return `SELECT o."key" FROM "Order" o WHERE o."key" > ? AND o."key" <= ? AND o."${column}" IS NULL AND ${IS_OVER} ORDER BY o."key"`;
}

/** [key], instant, instant: those of these orders that are to be erased. */
export function stillToErase(column: ErasedColumn): string {
  return `SELECT o."key", o."branch" FROM "Order" o
    WHERE o."key" IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND o."${column}" IS NULL AND ${IS_OVER}`;
}

/** The smallest key of an order of which something is left. */
export function firstToErase(column: ErasedColumn): string {
  return `SELECT "key" FROM "Order" WHERE "${column}" IS NULL ORDER BY "key" LIMIT 1`;
}

/** [key]: of these orders, those without an open course. */
export const CLOSED_ORDERS = `
  SELECT o."key", o."branch" FROM "Order" o WHERE o."key" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM "CourseTicket" t WHERE t."orderKey" = o."key" AND t."closedAt" IS NULL)`;

/** Deliveries that belong to no order, or to a sealed one. */
const NEEDED_BY_NO_ORDER = `(d."orderKey" IS NULL
      OR EXISTS (SELECT 1 FROM "Order" o WHERE o."key" = d."orderKey" AND o."sealedAt" IS NOT NULL))`;

/** outcome, instant, instant, limit: deliveries received in a half-open range whose body no order needs. */
export const LOOSE_DELIVERIES = `
  SELECT d."id", d."receivedAt" FROM "Delivery" d
  WHERE d."outcome" = ? AND d."receivedAt" >= ? AND d."receivedAt" < ? AND d."erasedAt" IS NULL
    AND ${NEEDED_BY_NO_ORDER}
  ORDER BY d."receivedAt" LIMIT ?`;

/** What an owner knows of a guest. `day` is a business day, `table` a number. */
export type KnownOfGuest = { name: string | null; day: string | null; table: string | null };

/** At most `limit` visits of guests to a branch, newest first. The name may be one that the party had before. */
export function guestVisits(branch: number, { name, day, table }: KnownOfGuest, limit: number): Condition {
  const conditions: Condition[] = [['o."branch" = ?', branch], ['o."namesErasedAt" IS NULL']];
  if (name !== null) conditions.push(nameCondition(branch, name));
  if (day !== null)
    conditions.push(['o."key" IN (SELECT b."orderKey" FROM "CourseTicket" b WHERE b."businessDay" = ?)', day]);
  if (table !== null) conditions.push(['o."tableNumber" = ?', table]);
  const where = conditions.map(([condition]) => condition).join(' AND ');
  const statement = `SELECT o."key", o."branch", o."tableNumber", o."tableSubNumber", o."tableName", o."guests",
      min(t."beganAt") AS "beganAt", count(*) AS "courses", count(*) FILTER (WHERE t."closedAt" IS NULL) AS "open"
    FROM "Order" o JOIN "CourseTicket" t ON t."orderKey" = o."key" WHERE ${where}
    GROUP BY o."key" ORDER BY o."key" DESC LIMIT ?`;
  return [statement, ...conditions.flatMap(([, ...values]) => values), limit];
}

function nameCondition(branch: number, name: string): Condition {
  const [named, ...values] = contains('o."tableName"', name);
  const [renamed, ...before] = contains('c."changes"', name, [(text) => JSON.stringify(text).slice(1, -1)]);
  return [
    `(${named} OR o."key" IN (SELECT c."orderKey" FROM "CourseTicket" c WHERE c."branch" = ? AND ${renamed}))`,
    ...values,
    ...[branch, ...before],
  ];
}

/** Erases searches for a text from the audit log, in any case. Entries have the query as it was in an address. */
export function eraseSearches(text: string): Condition {
  const [condition, ...values] = contains('"query"', text, [
    (part) => new URLSearchParams([['', part]]).toString().slice(1),
  ]);
  return [`UPDATE "AuditEntry" SET "query" = NULL WHERE ${condition}`, ...values];
}

/** Deliveries of an outcome whose body no order needs and may contain a text, after the one with the id `after`. */
export function looseWithText(outcome: string, after: string, text: string, limit: number): Condition {
  const body = 'CAST(d."body" AS TEXT)';
  const [condition, ...values] = bodyContains(body, text);
  // JSON may have any letter as an escape.
  const statement = `
    SELECT d."id", d."body" FROM "Delivery" d
    WHERE d."outcome" = ? AND ${NEEDED_BY_NO_ORDER} AND d."erasedAt" IS NULL AND d."id" > ?
      AND (${condition} OR ${body} LIKE '%\\u%' ESCAPE '#')
    ORDER BY d."id" LIMIT ?`;
  return [statement, outcome, after, ...values, limit];
}
