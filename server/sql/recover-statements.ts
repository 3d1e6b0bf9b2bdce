// What `recover` does in the new database, after the rows that could be read were copied into it.

/** timeZone, epoch: branches whose row could not be read, but that have courses. A removed branch (F25b) has only orders. */
export const INSERT_LOST_BRANCHES = `
  INSERT OR IGNORE INTO "Branch" ("number", "timeZone", "epoch") SELECT DISTINCT "branch", ?, ? FROM "Order" o
  WHERE EXISTS (SELECT 1 FROM "CourseTicket" t WHERE t."orderKey" = o."key")
    OR EXISTS (SELECT 1 FROM "CourseEvent" e WHERE e."orderKey" = o."key")`;

/** Facts of a course whose state could not be read: as repeats, their deliveries would not make it again. */
export const DELETE_FACTS_WITHOUT_COURSE = `
  DELETE FROM "CourseEvent" WHERE NOT EXISTS (SELECT 1 FROM "CourseTicket" t
    WHERE t."orderKey" = "CourseEvent"."orderKey" AND t."courseNumber" = "CourseEvent"."courseNumber")`;

/** Orders whose courses could not be read: retention passes them over. A replay writes the name again. */
export const ERASE_NAMES_WITHOUT_COURSE = `
  UPDATE "Order" SET "tableName" = NULL WHERE "tableName" IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM "CourseTicket" t WHERE t."orderKey" = "Order"."key")`;

const HAS_LOST_ITS_COURSE = `"outcome" IN ('applied', 'repeat', 'follow-up') AND "orderKey" IS NOT NULL AND NOT (
    EXISTS (SELECT 1 FROM "Order" o WHERE o."key" = "Delivery"."orderKey")
    AND EXISTS (SELECT 1 FROM "CourseEvent" e WHERE e."orderKey" = "Delivery"."orderKey"
      AND e."courseNumber" = "Delivery"."courseNumber" AND e."step" = "Delivery"."step" AND e."at" = "Delivery"."at"))`;

/** Deliveries whose course could not be read become unreadable, so that they can be replayed. */
export const MARK_TO_REPLAY = `
  UPDATE "Delivery" SET "outcome" = 'unreadable', "reason" = 'its course was in a damaged part of the database',
    "orderKey" = NULL, "courseNumber" = NULL, "step" = NULL, "at" = NULL
  WHERE ${HAS_LOST_ITS_COURSE}`;

/** Those of them whose body was erased: they cannot be replayed. */
export const MARK_ERASED = `
  UPDATE "Delivery" SET "outcome" = 'unreadable',
    "reason" = 'its course was in a damaged part of the database, and its body had been erased',
    "orderKey" = NULL, "courseNumber" = NULL, "step" = NULL, "at" = NULL
  WHERE "erasedAt" IS NOT NULL AND ${HAS_LOST_ITS_COURSE}`;
