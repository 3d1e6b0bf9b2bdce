// Statements about provisional branches (SPEC.md, F25).

/** [number]: the orders of branches that have a fact. */
export const ORDERS_WITH_FACTS = `
  SELECT o."branch", o."key" FROM "Order" o
  WHERE o."branch" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))
    AND EXISTS (SELECT 1 FROM "CourseEvent" e WHERE e."orderKey" = o."key")`;

const OF_BRANCH = `"orderKey" IN (SELECT "key" FROM "Order" WHERE "branch" = ?)`;

/**
 * number, each: removes a branch and what follows from its deliveries. The deliveries stay, and can be replayed. Its
 * orders keep their rows, because keys of orders are not used again.
 */
export const REMOVE_BRANCH: readonly string[] = [
  `DELETE FROM "ScreenNote" WHERE ${OF_BRANCH}`,
  `DELETE FROM "CourseEvent" WHERE ${OF_BRANCH}`,
  `DELETE FROM "CourseTicket" WHERE "branch" = ?`,
  `DELETE FROM "TableState" WHERE "branch" = ?`,
  `DELETE FROM "Gap" WHERE "branch" = ?`,
  `DELETE FROM "Setting" WHERE "branch" = ?`,
  `UPDATE "Order" SET "tableName" = NULL WHERE "branch" = ?`,
  `UPDATE "Delivery" SET "outcome" = 'ignored', "reason" = 'its branch was removed', "orderKey" = NULL,
    "courseNumber" = NULL, "step" = NULL, "at" = NULL
  WHERE "branch" = ? AND "outcome" IN ('applied', 'repeat', 'follow-up')`,
  `DELETE FROM "Branch" WHERE "number" = ?`,
];
