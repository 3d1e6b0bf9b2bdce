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
