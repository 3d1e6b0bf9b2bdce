import { type Columns, insert, namesOf, upsert, valuesOf } from './build-statements';
import { forPostgresql } from './postgresql';

// Statements that copy a restaurant's SQLite, the source, into PostgreSQL, the target.

/** A table of both databases: its columns, and those that identify a row. */
export type CopiedTable = { name: string; columns: Columns; key: readonly string[] };

/** A range of keys of orders, after the first and up to the second; or rows by their own key. */
export type RowsBy = 'order' | 'key';

/** The column of a table that has the key of its order. */
function orderColumn(name: string): string {
  return name === 'Order' ? 'key' : 'orderKey';
}

/**
 * The delivery that was stored first identifies the database: deliveries are never deleted. It need not have the smallest
 * id, because a clock may have been set back.
 */
export const FIRST_DELIVERY = `SELECT "id" FROM "Delivery" ORDER BY rowid LIMIT 1`;

/**
 * key, key: the rows of a table that belong to orders after the first key, up to the second. Then for orders [branch] of
 * other restaurants, for actions the last one. The plus keeps SQLite from a scan of the index that is sorted already.
 */
export function sourceRowsOfOrders({ name, columns, key }: CopiedTable): string {
  const order = orderColumn(name);
  const sorted = key.map((column) => `+"${column}"`).join(', ');
  const more = name === 'Order' ? OF_NO_OTHER : name === 'ScreenNote' ? ' AND "key" <= ?' : '';
  return `SELECT ${namesOf(Object.keys(columns))} FROM "${name}" WHERE "${order}" > ? AND "${order}" <= ?${more} ORDER BY ${sorted}`;
}

/** A removed branch may have the number of another restaurant's. */
const OF_NO_OTHER = ' AND ("branch" IS NULL OR "branch" NOT IN (SELECT value FROM json_each(?)))';
const IS_LOOSE = `"orderKey" IS NULL${OF_NO_OTHER}`;

/** [branch], row, limit: deliveries without an order after a row, in the order in which they were stored. */
export function looseDeliveries({ columns }: CopiedTable): string {
  return `SELECT rowid, ${namesOf(Object.keys(columns))} FROM "Delivery" WHERE ${IS_LOOSE} AND rowid > ? ORDER BY rowid LIMIT ?`;
}

/** row, limit: the last deliveries up to a row, the last one first. */
export const DELIVERIES_UNTIL = 'SELECT rowid, "id" FROM "Delivery" WHERE rowid <= ? ORDER BY rowid DESC LIMIT ?';

export function allRows({ name, columns, key }: CopiedTable): string {
  return `SELECT ${namesOf(Object.keys(columns))} FROM "${name}" ORDER BY ${namesOf(key)}`;
}

/** Counts the rows of a table that belong to an order, or all. */
export function countRows(name: string, withLoose: boolean): string {
  return `SELECT count(*) FROM "${name}"${withLoose ? '' : ` WHERE "${orderColumn(name)}" IS NOT NULL`}`;
}

export function lastKey(name: string, key: string): string {
  return `SELECT coalesce(max("${key}"), 0) AS "last" FROM "${name}"`;
}

/** since: branches of the source with the number of their courses that are in flight, and had news since then. */
export const IN_FLIGHT = `
  SELECT "branch", count(*) FROM "CourseTicket"
  WHERE "closedAt" IS NULL AND "presumedAt" IS NULL AND "noted"->>'collected' IS NULL AND "lastNewsAt" > ?
  GROUP BY "branch"`;

/** The columns of the target's tables. */
export const TARGET_COLUMNS = `
  SELECT table_name AS "table", column_name AS "name", data_type AS "type" FROM information_schema.columns
  WHERE table_schema = current_schema() ORDER BY ordinal_position`;

export function insertRows({ name, columns }: CopiedTable): string {
  return forPostgresql(insert(name, columns));
}

export function upsertRows({ name, columns, key }: CopiedTable): string {
  return forPostgresql(upsert(name, columns, key));
}

/** key, key: counts the rows of orders after the first key, up to the second. */
export function countOfOrders({ name }: CopiedTable): string {
  return `SELECT count(*)::int AS "count" FROM "${name}" WHERE "${orderColumn(name)}" > $1 AND "${orderColumn(name)}" <= $2`;
}

/** key, key: deletes the rows of orders after the first key, up to the second, and counts them. */
export function deleteOfOrders({ name }: CopiedTable): string {
  return counted(`DELETE FROM "${name}" WHERE "${orderColumn(name)}" > $1 AND "${orderColumn(name)}" <= $2`);
}

/** [id]: deletes those deliveries that have no order, and counts them. */
export const DELETE_LOOSE = counted(
  `DELETE FROM "Delivery" WHERE "id" IN (SELECT jsonb_array_elements_text($1::jsonb)) AND "orderKey" IS NULL`,
);

function counted(deletion: string): string {
  return `WITH gone AS (${deletion} RETURNING 1) SELECT count(*)::int AS "count" FROM gone`;
}

/** How a null is written where the text of a row is compared, and what is between two columns. */
export const NULL_TEXT = '\u001e';
export const BETWEEN_COLUMNS = '\u001f';
export const BETWEEN_ROWS = '\n';

const AS_TEXT = {
  INTEGER: (column: string) => `${column}::text`,
  BIGINT: (column: string) => `${column}::text`,
  TEXT: (column: string) => column,
  BYTES: (column: string) => `encode(sha256(${column}), 'hex')`,
  TIMESTAMP: (column: string) => `(extract(epoch from ${column}) * 1000)::bigint::text`,
} as const;

/** Number and check-sum of the rows of a table: key, key for those of orders after the first key, up to the second; else [key]. */
function checkSum(table: CopiedTable, by: RowsBy): string {
  const { name, columns, key } = table;
  const texts = Object.entries(columns).map(([column, type]) => `coalesce(${AS_TEXT[type](`"${column}"`)}, E'\\x1e')`);
  const sorted = key.map((column) => (columns[column] === 'TEXT' ? `"${column}" COLLATE "C"` : `"${column}"`));
  const keyColumns = Object.fromEntries(key.map((column) => [column, columns[column] ?? 'TEXT']));
  const where =
    by === 'order'
      ? `"${orderColumn(name)}" > $1 AND "${orderColumn(name)}" <= $2`
      : `(${namesOf(key)}) IN (SELECT ${valuesOf(keyColumns).join(', ')} FROM jsonb_array_elements($1::jsonb) AS r)`;
  return `SELECT count(*)::int AS "count",
    encode(sha256(convert_to(coalesce(string_agg(concat_ws(E'\\x1f', ${texts.join(', ')}), E'\\n' ORDER BY ${sorted.join(', ')}), ''), 'UTF8')), 'hex') AS "sum"
  FROM "${name}" WHERE ${where}`;
}

/** The same for each of several tables, by their names. */
export function checkSums(tables: readonly CopiedTable[], by: RowsBy): string {
  const sums = tables.map(
    (table) => `SELECT '${table.name}' AS "name", s."count", s."sum" FROM (${checkSum(table, by)}) s`,
  );
  return sums.join(' UNION ALL ');
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

export const COPY_OF = `SELECT "finishedAt", "state" FROM "Copy" WHERE "source" = $1`;
/** source, startedAt, state */
export const SAVE_COPY = `
  INSERT INTO "Copy" ("source", "startedAt", "state") VALUES ($1, $2, $3)
  ON CONFLICT ("source") DO UPDATE SET "state" = excluded."state"`;
export const FINISH_COPY = `UPDATE "Copy" SET "finishedAt" = $2 WHERE "source" = $1`;
export const FORGET_COPY = `DELETE FROM "Copy" WHERE "source" = $1`;

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
