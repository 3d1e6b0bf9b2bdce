// The periods in which acknowledged deliveries are missing (F21e).

/** since: the periods in which acknowledged deliveries are missing. */
export const LOST_SINCE = `
  SELECT DISTINCT "fromAt", "toAt" FROM "Gap" WHERE "cause" = 'lost' AND "toAt" > ? ORDER BY "fromAt" LIMIT 20`;

// What `doctor` reads.

/** Statements about the database itself, which each database has of its own. */
export type HealthStatements = {
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
    integrity: 'PRAGMA integrity_check(200)',
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
