// The periods in which acknowledged deliveries are missing (F21e).

/** since: the periods in which acknowledged deliveries are missing. */
export const LOST_SINCE = `
  SELECT DISTINCT "fromAt", "toAt" FROM "Gap" WHERE "cause" = 'lost' AND "toAt" > ? ORDER BY "fromAt" LIMIT 20`;
