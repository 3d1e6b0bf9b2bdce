import { forPostgresql } from './postgresql';

// Statements of the inbox as a table, which it is only in PostgreSQL.

/** bytes, [id, envelope, position of the body, node] */
export const INSERT_ENTRIES = forPostgresql(`
  INSERT INTO "Inbox" ("id", "envelope", "body", "node")
  SELECT r.value->>0, r.value->>1, substr(?, CAST(r.value->2->>0 AS INTEGER), CAST(r.value->2->>1 AS INTEGER)),
    CAST(r.value->>3 AS INTEGER)
  FROM jsonb_each(?) AS r ON CONFLICT DO NOTHING`);

/** node, ids, limit, bytes: the oldest entries but those with these ids, the first one however large it is. */
export const ENTRIES = forPostgresql(`
  SELECT "id", "envelope", "body" FROM (
    SELECT "id", "envelope", "body", sum(length("body")) OVER (ORDER BY "id") - length("body") AS "before"
    FROM (
      SELECT "id", "envelope", "body" FROM "Inbox"
      WHERE NOT "isRejected" AND "node" = ? AND "id" <> ALL(CAST(? AS TEXT[])) ORDER BY "id" LIMIT ?
    ) AS "oldest"
  ) AS "measured" WHERE "before" < ? ORDER BY "id"`);

/** node: number and size in bytes of its entries that wait. */
export const MEASURE_ENTRIES = forPostgresql(`
  SELECT count(*) AS "count", coalesce(sum(length("envelope") + length("body")), 0) AS "bytes"
  FROM "Inbox" WHERE NOT "isRejected" AND "node" = ?`);

/** node: the oldest entries of other nodes. */
export const OTHERS_ENTRIES = forPostgresql(`
  SELECT "id" FROM "Inbox" WHERE NOT "isRejected" AND "node" <> ? ORDER BY "id" LIMIT 500`);

/** node, node, ids or null for all: entries that are being projected now stay where they are. */
export const ADOPT_ENTRIES = forPostgresql(`
  UPDATE "Inbox" SET "node" = ? FROM (
    SELECT "id" AS "adopted" FROM "Inbox"
    WHERE NOT "isRejected" AND "node" <> ? AND coalesce(CAST(? AS jsonb) @> to_jsonb("id"), true)
    FOR UPDATE SKIP LOCKED
  ) AS "free" WHERE "id" = "adopted" RETURNING length("envelope") + length("body") AS "bytes"`);

export const COUNT_REJECTED_ENTRIES = `SELECT count(*) AS "count" FROM "Inbox" WHERE "isRejected"`;

/** [id] */
export const REJECT_ENTRIES = forPostgresql(`
  UPDATE "Inbox" SET "isRejected" = true WHERE "id" IN (SELECT r.value#>>'{}' FROM jsonb_each(?) AS r)`);

/** id: rejected entries with a smaller one. Ids are time-ordered. */
export const DELETE_REJECTED_ENTRIES = `DELETE FROM "Inbox" WHERE "isRejected" AND "id" < $1`;

/** [id]: run through the client, in the transaction that projects these entries. */
export const DELETE_ENTRIES = `
  DELETE FROM "Inbox" WHERE "id" IN (SELECT r.value->>0 FROM jsonb_each(?) AS r)`;

// Statements of the inbox, DATA_DIR/intake.db, which is a SQLite database with any database of the boards.
export const CREATE_INBOX = `
  CREATE TABLE IF NOT EXISTS "Inbox" ("seq" INTEGER PRIMARY KEY, "id" TEXT NOT NULL, "envelope" TEXT NOT NULL,
    "body" BLOB NOT NULL, "isRejected" INTEGER NOT NULL DEFAULT 0)`;

/** One row: the newest delivery that was removed because it is in the database. */
export const CREATE_COMMITTED = `
  CREATE TABLE IF NOT EXISTS "Committed" ("key" INTEGER PRIMARY KEY, "id" TEXT NOT NULL, "receivedAt" INTEGER NOT NULL)`;
/** id, receivedAt */
export const SET_COMMITTED = `INSERT OR REPLACE INTO "Committed" ("key", "id", "receivedAt") VALUES (1, ?, ?)`;
export const LAST_COMMITTED = `SELECT "id", "receivedAt" FROM "Committed"`;
/** id */
export const HAS_ENTRY = `SELECT 1 FROM "Inbox" WHERE "id" = ?`;

/** seq, id, envelope, body */
export const INSERT_ENTRY = `INSERT INTO "Inbox" ("seq", "id", "envelope", "body") VALUES (?, ?, ?, ?)`;

/** seq, limit: the entries from a number on. */
export const ENTRIES_FROM = `
  SELECT "seq", "id", "envelope", "body" FROM "Inbox" WHERE "seq" >= ? AND NOT "isRejected" ORDER BY "seq" LIMIT ?`;

/** Number and size in bytes of the entries that wait. */
export const MEASURE_INBOX = `
  SELECT count(*) AS "count", coalesce(sum(length("envelope") + length("body")), 0) AS "bytes"
  FROM "Inbox" WHERE NOT "isRejected"`;

/** seq: the entries before it. */
export const DELETE_BEFORE = `DELETE FROM "Inbox" WHERE "seq" < ? AND NOT "isRejected"`;

/** seq */
export const REJECT_ENTRY = `UPDATE "Inbox" SET "isRejected" = 1 WHERE "seq" = ?`;

export const COUNT_REJECTED = `SELECT count(*) AS "count" FROM "Inbox" WHERE "isRejected"`;

/** id: rejected entries with a smaller one. Ids are time-ordered. */
export const DELETE_REJECTED = `DELETE FROM "Inbox" WHERE "isRejected" AND "id" < ?`;

/** Writes the file anew, without the unused pages in which deleted entries can still be read. */
export const REWRITE = 'VACUUM';

export const LAST_ENTRY = `SELECT max("seq") AS "seq" FROM "Inbox"`;

/** body. A crash may leave the row behind. Entries have greater numbers, so that nothing reads it. */
export const INSERT_PROBE = `INSERT OR REPLACE INTO "Inbox" ("seq", "id", "envelope", "body", "isRejected")
  VALUES (0, '', '', ?, 0)`;

export const DELETE_PROBE = `DELETE FROM "Inbox" WHERE "seq" = 0`;
