// What a start reads and writes to find out whether the database still has what was committed to it.

/** id */
export const HAS_DELIVERY = 'SELECT 1 AS "is" FROM "Delivery" WHERE "id" = ?';
/** Ids are time-ordered. */
export const NEWEST_DELIVERY = 'SELECT "id", "receivedAt" FROM "Delivery" ORDER BY "id" DESC LIMIT 1';
/** receivedAt: whether a backup was restored after it, which explains what is missing. */
export const RESTORED_SINCE = `SELECT 1 AS "is" FROM "Gap" WHERE "cause" = 'restored' AND "toAt" >= ? LIMIT 1`;
/** from, to: a gap of every branch. */
export const INSERT_LOST_GAPS = `
  INSERT OR REPLACE INTO "Gap" ("branch", "fromAt", "toAt", "cause") SELECT "number", ?, ?, 'lost' FROM "Branch"`;
/** since: the periods in which acknowledged deliveries are missing. */
export const LOST_SINCE = `
  SELECT DISTINCT "fromAt", "toAt" FROM "Gap" WHERE "cause" = 'lost' AND "toAt" > ? ORDER BY "fromAt" LIMIT 20`;
