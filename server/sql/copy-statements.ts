import { forPostgresql } from './postgresql';
import { type Columns, type ColumnType, insert, namesOf, typeOf } from './statements';

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

/** A table of both databases: its columns, and those that identify a row. */
export type CopiedTable = { name: string; columns: Columns; key: readonly string[] };

/** The column of a table that has the key of its order. */
function orderColumn(name: string): string {
  return name === 'Order' ? 'key' : 'orderKey';
}

/**
 * The delivery that was stored first identifies the database: deliveries are never deleted. It need not have the smallest
 * id, because a clock may have been set back.
 */
export const FIRST_DELIVERY = `SELECT "id" FROM "Delivery" ORDER BY rowid LIMIT 1`;
/** id */
export const HAS_DELIVERY = 'SELECT 1 FROM "Delivery" WHERE "id" = $1';

/**
 * key, key: the rows of a table that belong to orders after the first key, up to the second. Then for orders [branch] of
 * other restaurants. The plus keeps SQLite from a scan of the index that is sorted already.
 */
export function sourceRowsOfOrders({ name, columns, key }: CopiedTable): string {
  const order = orderColumn(name);
  const sorted = key.map((column) => `+"${column}"`).join(', ');
  const more = name === 'Order' ? OF_NO_OTHER : '';
  return `SELECT ${namesOf(Object.keys(columns))} FROM "${name}" WHERE "${order}" > ? AND "${order}" <= ?${more} ORDER BY ${sorted}`;
}

/** A removed branch may have the number of another restaurant's. */
const OF_NO_OTHER = ' AND ("branch" IS NULL OR "branch" NOT IN (SELECT value FROM json_each(?)))';
const IS_LOOSE = `"orderKey" IS NULL${OF_NO_OTHER}`;

/** [branch], row, limit: deliveries without an order after a row, in the order in which they were stored. */
export function looseDeliveries({ columns }: CopiedTable): string {
  return `SELECT rowid, ${namesOf(Object.keys(columns))} FROM "Delivery" WHERE ${IS_LOOSE} AND rowid > ? ORDER BY rowid LIMIT ?`;
}

export function allRows({ name, columns, key }: CopiedTable): string {
  return `SELECT ${namesOf(Object.keys(columns))} FROM "${name}" ORDER BY ${namesOf(key)}`;
}

export function countRows(name: string): string {
  return `SELECT count(*) FROM "${name}"`;
}

export function lastKey(name: string, key: string): string {
  return `SELECT coalesce(max("${key}"), 0) AS "last" FROM "${name}"`;
}

/** since: branches of the source with the number of their courses that are in flight, and had news since then. */
export const IN_FLIGHT = `
  SELECT "branch", count(*) FROM "CourseTicket"
  WHERE "closedAt" IS NULL AND "presumedAt" IS NULL AND "effects"->>'collected' IS NULL AND "lastNewsAt" > ?
  GROUP BY "branch"`;

/** The columns of the target's tables. */
export const TARGET_COLUMNS = `
  SELECT table_name AS "table", column_name AS "name", data_type AS "type" FROM information_schema.columns
  WHERE table_schema = current_schema() ORDER BY ordinal_position`;

export function insertRows({ name, columns }: CopiedTable): string {
  return forPostgresql(insert(name, columns));
}

/** How a null is written where the text of a row is compared, and what is between two columns. */
export const NULL_TEXT = '\u001e';
export const BETWEEN_COLUMNS = '\u001f';
/** Hexadecimal digits of the hash of a row that are added up. */
export const SUM_DIGITS = 15;

const AS_TEXT: Readonly<Record<ColumnType, (column: string) => string>> = {
  INTEGER: (column: string) => `${column}::text`,
  BIGINT: (column: string) => `${column}::text`,
  TEXT: (column: string) => column,
  BYTES: (column: string) => `encode(sha256(${column}), 'hex')`,
  TIMESTAMP: (column: string) => `(extract(epoch from ${column}) * 1000)::bigint::text`,
};

/** Number and check-sum of the rows of a table that this transaction inserted. */
export function insertedRows({ name, columns }: CopiedTable): string {
  const texts = Object.entries(columns).map(
    ([column, type]) => `coalesce(${AS_TEXT[typeOf(type)](`"${column}"`)}, E'\\x1e')`,
  );
  const hash = `encode(sha256(convert_to(concat_ws(E'\\x1f', ${texts.join(', ')}), 'UTF8')), 'hex')`;
  return `SELECT count(*)::int AS "count",
    coalesce(sum(('x' || left(${hash}, ${SUM_DIGITS}))::bit(${SUM_DIGITS * 4})::bigint), 0)::text AS "sum"
  FROM "${name}" WHERE xmin = (SELECT pg_current_xact_id()::xid)`;
}

/** The sequence that gives a column its values. */
export const SEQUENCE_OF = `SELECT pg_get_serial_sequence($1, $2) AS "sequence"`;
/** Nobody else can take a value of the sequence until the end of the transaction. */
export function lockSequence(sequence: string): string {
  return `ALTER SEQUENCE ${sequence} INCREMENT BY 1`;
}
export function nextOfSequence(sequence: string): string {
  return `SELECT "last_value" + CASE WHEN "is_called" THEN 1 ELSE 0 END AS "next" FROM ${sequence}`;
}
export const SET_SEQUENCE = 'SELECT setval($1::regclass, $2)';

/** Whether anybody has set up the target, or uses it. */
export const IS_SET_UP = `
  SELECT EXISTS (SELECT 1 FROM "Branch") OR EXISTS (SELECT 1 FROM "Subscription") OR EXISTS (SELECT 1 FROM "Screen")
    OR EXISTS (SELECT 1 FROM "Manager") OR EXISTS (SELECT 1 FROM "Setting") AS "isSetUp"`;
export const SUBSCRIPTION_IDS = 'SELECT "id" FROM "Subscription"';
export const USERNAMES = 'SELECT "username" FROM "Manager"';

/** until: the server is known to have listened until then. */
export const EXTEND_HEARTBEAT = `
  INSERT INTO "Attendance" ("id", "until") VALUES (1, $1)
  ON CONFLICT ("id") DO UPDATE SET "until" = greatest("Attendance"."until", excluded."until")`;
