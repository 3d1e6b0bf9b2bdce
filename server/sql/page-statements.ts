import type { Condition } from './statements';

// The periods in which acknowledged deliveries are missing (F21e).

/** since: the periods in which acknowledged deliveries are missing. */
export const LOST_SINCE = `
  SELECT DISTINCT "fromAt", "toAt" FROM "Gap" WHERE "cause" = 'lost' AND "toAt" > ? ORDER BY "fromAt" LIMIT 20`;

// What `doctor` reads.

/** Statements about the database itself, which each database has of its own. */
type HealthStatements = {
  /** Name and version of the database. */
  version: string;
  /** `ok`, or a row for each problem; with one column. */
  integrity: string;
  /** Reads a setting of the connection; with one row of one column. */
  setting: (name: string) => string;
  /** The settings on which the safety of a commit depends, each with its safe values. */
  safe: Readonly<Record<string, readonly string[]>>;
  /** The time limits that each connection sets for itself; 0 is none. */
  limits: readonly string[];
};

export const HEALTH: Readonly<Record<'sqlite' | 'postgresql', HealthStatements>> = {
  sqlite: {
    version: `SELECT 'SQLite ' || sqlite_version() AS "version"`,
    integrity: 'PRAGMA integrity_check(10)',
    setting: (name) => `PRAGMA ${name}`,
    safe: { journal_mode: ['wal'], synchronous: ['2'], foreign_keys: ['1'] },
    limits: [],
  },
  postgresql: {
    version: `SELECT 'PostgreSQL ' || current_setting('server_version') AS "version"`,
    integrity: `SELECT CASE WHEN coalesce("checksum_failures", 0) = 0 THEN 'ok'
        ELSE "checksum_failures" || ' pages had a wrong checksum' END
      FROM pg_stat_database WHERE "datname" = current_database()`,
    setting: (name) => `SHOW ${name}`,
    safe: {
      fsync: ['on'],
      synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
      full_page_writes: ['on'],
    },
    limits: ['lock_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout'],
  },
};

/** Moves what is in the write-ahead log of SQLite into the database, without waiting for other connections. */
export const EMPTY_LOG = 'PRAGMA wal_checkpoint(TRUNCATE)';
export const CHECKPOINT = 'PRAGMA wal_checkpoint(PASSIVE)';

export const DELIVERY_COUNT = 'SELECT count(*) AS "count" FROM "Delivery"';
export const UNREADABLE_COUNT = `
  SELECT count(*) AS "count",
    (SELECT "reason" FROM "Delivery" WHERE "outcome" = 'unreadable' AND "erasedAt" IS NULL ORDER BY "receivedAt" DESC LIMIT 1) AS "reason"
  FROM "Delivery" WHERE "outcome" = 'unreadable' AND "erasedAt" IS NULL`;

const DUPLICATES_BY_NUMBER = `
  SELECT "branch", "kind", "year", "number", count(*) AS "orders" FROM "Order"
  WHERE "year" IS NOT NULL AND "number" IS NOT NULL
  GROUP BY "branch", "kind", "year", "number"
  HAVING count(*) > 1 AND count(*) FILTER (WHERE "identity" NOT LIKE 'id:%') > 0 LIMIT 20`;

const DUPLICATES_BY_OTHER_ID = `
  SELECT a."branch", a."kind", a."year", a."number", 2 AS "orders" FROM "Order" a
  JOIN "Order" b ON b."branch" = a."branch" AND b."identity" = 'id:' || a."otherOrderId"
  WHERE a."otherOrderId" IS NOT NULL LIMIT 20`;

/** Orders stored once by id and once by number, or once as a table order and once as the cafeteria order of the same event. */
export const DUPLICATE_ORDERS = `
  SELECT * FROM (${DUPLICATES_BY_NUMBER}) AS "byNumber" UNION ALL SELECT * FROM (${DUPLICATES_BY_OTHER_ID}) AS "byOtherId"`;

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
