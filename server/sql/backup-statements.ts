// Backups and restores.

export const DELIVERIES = 'SELECT count(*) FROM "Delivery"';
/** How many deliveries the attached database `other` does not have. */
export const DELIVERIES_MISSING_IN_OTHER =
  'SELECT count(*) FROM "Delivery" WHERE "id" NOT IN (SELECT "id" FROM "other"."Delivery")';

export const BRANCH_NUMBERS = 'SELECT "number" FROM "Branch"';
/** epoch, number */
export const RENEW_EPOCH = 'UPDATE "Branch" SET "epoch" = ? WHERE "number" = ?';
/** Ends every session and every one-time link. An expired link stays stored: its manager has no password. */
export const END_ALL_SESSIONS =
  'DELETE FROM "ManagerSession"; UPDATE "Manager" SET "linkUntil" = 0 WHERE "linkHash" IS NOT NULL';

/** F21b: a gap from the backup's last sign of life to now. now, now */
export const INSERT_RESTORE_GAPS = `
  WITH "last" AS (SELECT max(
    coalesce((SELECT "until" FROM "Attendance" WHERE "id" = 1), 0), coalesce((SELECT max("lastDeliveryAt") FROM "Branch"), 0)) AS "at")
  INSERT OR REPLACE INTO "Gap" ("branch", "fromAt", "toAt", "cause")
  SELECT "number", "at", ?, 'restored' FROM "Branch", "last" WHERE "at" BETWEEN 1 AND ? - 1`;
/** now */
export const SET_HEARTBEAT = `
  INSERT INTO "Attendance" ("id", "until") VALUES (1, ?) ON CONFLICT ("id") DO UPDATE SET "until" = max("until", excluded."until")`;
