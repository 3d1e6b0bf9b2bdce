import { forPostgresql } from './postgresql';
import { type Columns, insert, namesOf } from './statements';

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

// Statements that copy a restaurant's SQLite, the source, into PostgreSQL, the target.

/** A table of both databases, with its columns. */
export type CopiedTable = { name: string; columns: Columns };

/**
 * The delivery that was stored first identifies the database: deliveries are never deleted. It need not have the smallest
 * id, because a clock may have been set back.
 */
export const FIRST_DELIVERY = `SELECT "id" FROM "Delivery" ORDER BY rowid LIMIT 1`;
/** id */
export const HAS_DELIVERY = 'SELECT 1 FROM "Delivery" WHERE "id" = $1';
export const LAST_HEARTBEAT = 'SELECT coalesce(max("until"), 0) FROM "Attendance"';

/** row, limit: rows of the source after a row, in the order in which they were stored. Each has its number first. */
export function allRows({ name, columns }: CopiedTable): string {
  return `SELECT rowid, ${namesOf(Object.keys(columns))} FROM "${name}" WHERE rowid > ? ORDER BY rowid LIMIT ?`;
}

export function countRows(name: string): string {
  return `SELECT count(*) AS "rows" FROM "${name}"`;
}

/** The columns of the target's tables. */
export const COLUMNS = `
  SELECT table_name AS "table", column_name AS "name", data_type AS "type" FROM information_schema.columns
  WHERE table_schema = current_schema() ORDER BY ordinal_position`;

export function insertRows({ name, columns }: CopiedTable): string {
  return forPostgresql(insert(name, columns));
}

/** PostgreSQL gives a column the numbers after those that were copied. */
export const SET_SEQUENCE = (table: string, column: string) => `
  SELECT setval(pg_get_serial_sequence('"${table}"', '${column}'), coalesce(max("${column}"), 0) + 1, false) FROM "${table}"`;

/** Whether anybody has set up the target, or uses it. */
export const IS_IN_USE = `
  SELECT EXISTS (SELECT 1 FROM "Branch") OR EXISTS (SELECT 1 FROM "Subscription") OR EXISTS (SELECT 1 FROM "Screen")
    OR EXISTS (SELECT 1 FROM "Manager") OR EXISTS (SELECT 1 FROM "Setting") OR EXISTS (SELECT 1 FROM "Delivery")
    AS "isInUse"`;

/** until: the server is known to have listened until then. */
export const SET_TARGET_HEARTBEAT = `
  INSERT INTO "Attendance" ("id", "until") VALUES (1, $1) ON CONFLICT ("id") DO UPDATE SET "until" = excluded."until"`;
