// The periods in which acknowledged deliveries are missing (F21e).

/** from, to: a gap of every branch. */
export const INSERT_LOST_GAPS = `
  INSERT OR REPLACE INTO "Gap" ("branch", "fromAt", "toAt", "cause") SELECT "number", ?, ?, 'lost' FROM "Branch"`;
/** since: the periods in which acknowledged deliveries are missing. */
export const LOST_SINCE = `
  SELECT DISTINCT "fromAt", "toAt" FROM "Gap" WHERE "cause" = 'lost' AND "toAt" > ? ORDER BY "fromAt" LIMIT 20`;
