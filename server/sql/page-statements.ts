import type { Condition } from './statements';

/** The names of those who are in the log. */
export const AUDIT_NAMES = `SELECT DISTINCT "by" FROM "AuditEntry" WHERE "by" IS NOT NULL ORDER BY "by" LIMIT 500`;

// Statements for single pages.

/** tokenHash */
export const SCREEN_BY_TOKEN = `SELECT "name", "view", "branches", "revokedAt" FROM "Screen" WHERE "tokenHash" = ?`;

/** [number]: the names of branches. */
export const BRANCH_NAMES = `SELECT "number", "name" FROM "Branch" WHERE "number" IN (SELECT CAST(value AS INTEGER) FROM json_each(?))`;

/** F25: the branches that were taken. */
export const TAKEN_BRANCHES = `SELECT "number" FROM "Branch" WHERE "provisionalSince" IS NULL ORDER BY "number"`;

/** instant, instant. The secrets are only counted: they are never selected. */
export const SUBSCRIPTIONS = `
  SELECT s."id", s."event", s."branches", s."secretEncoding", s."signatureEncoding", s."algorithm", s."createdAt", s."lastDeliveryAt",
    (SELECT count(*) FROM "SubscriptionSecret" k
      WHERE k."subscriptionId" = s."id" AND (k."validUntil" IS NULL OR k."validUntil" > ?)) AS "secrets",
    (SELECT max(k."validUntil") FROM "SubscriptionSecret" k
      WHERE k."subscriptionId" = s."id" AND k."validUntil" > ?) AS "oldSecretUntil",
    EXISTS (SELECT 1 FROM "SubscriptionSecret" k
      WHERE k."subscriptionId" = s."id" AND k."validUntil" IS NULL AND k."usedAt" IS NULL AND (s."lastDeliveryAt" IS NULL
        OR EXISTS (SELECT 1 FROM "SubscriptionSecret" o WHERE o."subscriptionId" = s."id" AND o."validUntil" IS NOT NULL))
    ) AS "isSecretUnused"
  FROM "Subscription" s ORDER BY s."id"`;

/** managerId */
export const SECOND_FACTOR = `
  SELECT "confirmedAt", "backupCodes" FROM "SecondFactor" WHERE "managerId" = ? AND "confirmedAt" IS NOT NULL`;

export const OVERVIEW = `
  SELECT (SELECT count(*) FROM "Subscription") AS "subscriptions",
    (SELECT count(*) FROM "Screen" WHERE "revokedAt" IS NULL) AS "screens",
    (SELECT count(*) FROM "Branch" WHERE "provisionalSince" IS NULL) AS "branches",
    (SELECT "receivedAt" FROM "Delivery" ORDER BY "id" DESC LIMIT 1) AS "lastDeliveryAt"`;

/** Number of the newest courses from which the list of courses is built; a branch has fewer in a week. */
const NEWEST = 2_000;

/** branch: its courses, each with its last name. */
export const NEWEST_COURSES = `
  SELECT "courseNumber", "courseName", "abbreviation" FROM (
    SELECT "courseNumber", "courseName", "abbreviation",
      row_number() OVER (PARTITION BY "courseNumber" ORDER BY "beganAt" DESC) AS "place"
    FROM (
      SELECT "courseNumber", "courseName", "abbreviation", "beganAt" FROM "CourseTicket"
      WHERE "branch" = ? ORDER BY "beganAt" DESC LIMIT ${NEWEST}
    ) AS "newest"
  ) AS "placed" WHERE "place" = 1 ORDER BY "courseNumber"`;

/** Entries that meet all conditions, newest first. */
export function auditEntries(conditions: readonly Condition[], limit: number): string {
  const where = conditions.map(([condition]) => condition).join(' AND ');
  return `SELECT "id", "at", "lastAt", "count", "kind", "action", "by", "via", "address", "subject", "branch", "course",
      "query", "before", "after"
    FROM "AuditEntry" ${where === '' ? '' : `WHERE ${where}`} ORDER BY "id" DESC LIMIT ${limit}`;
}
