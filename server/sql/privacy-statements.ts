// What retention finds and erases (SPEC.md, F27).

/** A column of an order that says when something of it was erased. */
export type ErasedColumn = 'bodiesErasedAt' | 'namesErasedAt';

/**
 * F27a: nothing is open, and nothing of it is new. A branch that was removed has nothing left to erase, and one that is
 * being copied is not in use yet. instant, instant
 */
const IS_OVER = `
  EXISTS (SELECT 1 FROM "Branch" b WHERE b."number" = o."branch")
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

/**
 * outcome, instant, instant, limit: deliveries received in a half-open range whose body no order needs: they belong to
 * none, or to a sealed one.
 */
export const LOOSE_DELIVERIES = `
  SELECT d."id", d."receivedAt" FROM "Delivery" d
  WHERE d."outcome" = ? AND d."receivedAt" >= ? AND d."receivedAt" < ? AND d."erasedAt" IS NULL
    AND (d."orderKey" IS NULL
      OR EXISTS (SELECT 1 FROM "Order" o WHERE o."key" = d."orderKey" AND o."sealedAt" IS NOT NULL))
  ORDER BY d."receivedAt" LIMIT ?`;

export type GuestConditions = { hasName: boolean; hasDay: boolean; hasTable: boolean };

/**
 * branch, then as far as there are conditions: name, branch, former name; business day; table number; then limit: visits of
 * guests, newest first. Names are patterns of LIKE, the former one as it is in JSON.
 */
export function guestVisits({ hasName, hasDay, hasTable }: GuestConditions): string {
  const named = `(o."tableName" LIKE ? ESCAPE '\\' OR o."key" IN
      (SELECT c."orderKey" FROM "CourseTicket" c WHERE c."branch" = ? AND c."changes" LIKE ? ESCAPE '\\'))`;
  const where = [
    'o."branch" = ?',
    ...(hasName ? [named] : []),
    ...(hasDay ? ['o."key" IN (SELECT b."orderKey" FROM "CourseTicket" b WHERE b."businessDay" = ?)'] : []),
    ...(hasTable ? ['o."tableNumber" = ?'] : []),
    'o."namesErasedAt" IS NULL',
  ];
  return `SELECT o."key", o."branch", o."tableNumber", o."tableSubNumber", o."tableName", o."guests",
      min(t."beganAt") AS "beganAt", count(*) AS "courses", count(*) FILTER (WHERE t."closedAt" IS NULL) AS "open"
    FROM "Order" o JOIN "CourseTicket" t ON t."orderKey" = o."key" WHERE ${where.join(' AND ')}
    GROUP BY o."key" ORDER BY o."key" DESC LIMIT ?`;
}

/** pattern: searches in the audit log, in any case. */
export const ERASE_SEARCHES = `UPDATE "AuditEntry" SET "query" = NULL WHERE "query" LIKE ? ESCAPE '\\'`;

/** outcome, id, pattern, pattern, limit: deliveries without an order, after the first one, whose body contains a text. */
export const LOOSE_WITH_TEXT = `
  SELECT d."id", d."body" FROM "Delivery" d
  WHERE d."outcome" = ? AND d."orderKey" IS NULL AND d."erasedAt" IS NULL AND d."id" > ?
    AND (CAST(d."body" AS TEXT) LIKE ? ESCAPE '\\' OR CAST(d."body" AS TEXT) LIKE ? ESCAPE '\\')
  ORDER BY d."id" LIMIT ?`;
