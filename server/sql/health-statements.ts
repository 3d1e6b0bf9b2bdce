// What `doctor` reads. For SQLite.

export const INTEGRITY_CHECK = 'PRAGMA integrity_check(20)';
export const SQLITE_VERSION = 'SELECT sqlite_version() AS "version"';
export const DELIVERY_COUNT = 'SELECT count(*) AS "count" FROM "Delivery"';
export const UNREADABLE_COUNT = `
  SELECT count(*) AS "count",
    (SELECT "reason" FROM "Delivery" WHERE "outcome" = 'unreadable' ORDER BY "receivedAt" DESC LIMIT 1) AS "reason"
  FROM "Delivery" WHERE "outcome" = 'unreadable'`;

const DUPLICATES_BY_NUMBER = `
  SELECT "branch", "kind", "year", "number", count(*) AS "orders" FROM "Order"
  WHERE "year" IS NOT NULL AND "number" IS NOT NULL
  GROUP BY "branch", "kind", "year", "number"
  HAVING count(*) > 1 AND sum("identity" NOT LIKE 'id:%') > 0 LIMIT 20`;

const DUPLICATES_BY_OTHER_ID = `
  SELECT a."branch", a."kind", a."year", a."number", 2 AS "orders" FROM "Order" a
  JOIN "Order" b ON b."branch" = a."branch" AND b."identity" = 'id:' || a."otherOrderId"
  WHERE a."otherOrderId" IS NOT NULL LIMIT 20`;

/** Orders stored once by id and once by number, or once as a table order and once as the cafeteria order of the same event. */
export const DUPLICATE_ORDERS = `SELECT * FROM (${DUPLICATES_BY_NUMBER}) UNION ALL SELECT * FROM (${DUPLICATES_BY_OTHER_ID})`;
