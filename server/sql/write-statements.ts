// The fixed statements of the write path, for SQLite. Each takes its rows as one JSON array, so that a batch of any
// size is the same statement. `IN (SELECT value FROM json_each(?))`, never a JOIN: the planner would scan the table.
// An upsert from a SELECT needs WHERE true, or its ON would be read as a join's.

/** [branch, identity, kind] → those that were new. */
export const INSERT_ORDERS = `
  INSERT INTO "Order" ("branch", "identity", "kind")
  SELECT value->>0, value->>1, value->>2 FROM json_each(?) WHERE true
  ON CONFLICT DO NOTHING RETURNING "key", "branch", "identity", "kind"`;

/** [key, kind, orderId, otherOrderId, year, number, ticketNumber, tableNumber, tableSubNumber, tableName, guests] */
export const UPDATE_ORDERS = `
  INSERT INTO "Order" ("key", "branch", "identity", "kind", "orderId", "otherOrderId", "year", "number", "ticketNumber",
    "tableNumber", "tableSubNumber", "tableName", "guests")
  SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8,
    value->>9, value->>10, value->>11, value->>12
  FROM json_each(?) WHERE true
  ON CONFLICT ("key") DO UPDATE SET "kind" = excluded."kind", "orderId" = excluded."orderId",
    "otherOrderId" = excluded."otherOrderId", "year" = excluded."year", "number" = excluded."number",
    "ticketNumber" = excluded."ticketNumber", "tableNumber" = excluded."tableNumber",
    "tableSubNumber" = excluded."tableSubNumber", "tableName" = excluded."tableName", "guests" = excluded."guests"`;

/** [orderKey, courseNumber, step, at, deliveryId, round] → those that were new: the unique index decides. */
export const INSERT_FACTS = `
  INSERT INTO "CourseEvent" ("orderKey", "courseNumber", "step", "at", "deliveryId", "round")
  SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each(?) WHERE true
  ON CONFLICT DO NOTHING RETURNING "deliveryId"`;

/** As INSERT_FACTS, for facts that are there: another delivery gives the content, or another round took the fact. */
export const UPDATE_FACTS = `
  INSERT INTO "CourseEvent" ("orderKey", "courseNumber", "step", "at", "deliveryId", "round")
  SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each(?) WHERE true
  ON CONFLICT ("orderKey", "courseNumber", "step", "at")
  DO UPDATE SET "deliveryId" = excluded."deliveryId", "round" = excluded."round"`;

/**
 * [id, receivedAt, subscription, pathEvent, headers, body as text, body as hexadecimal, bodySha256, outcome, reason,
 * branch, orderKey, courseNumber, step, at]. A body that is not UTF-8, or holds a NUL, comes as hexadecimal.
 * What is there already stays: a spool may be drained twice.
 */
export const INSERT_DELIVERIES = `
  INSERT INTO "Delivery" ("id", "receivedAt", "subscription", "pathEvent", "headers", "body", "bodySha256", "outcome",
    "reason", "branch", "orderKey", "courseNumber", "step", "at")
  SELECT value->>0, value->>1, value->>2, value->>3, value->>4, coalesce(cast(value->>5 AS BLOB), unhex(value->>6)),
    value->>7, value->>8, value->>9, value->>10, value->>11, value->>12, value->>13, value->>14
  FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`;

/** [id, outcome, reason, branch, orderKey, courseNumber, step, at]: what a replayed delivery turned out to be. */
export const UPDATE_DELIVERIES = `
  UPDATE "Delivery" SET "outcome" = new.value->>1, "reason" = new.value->>2, "branch" = new.value->>3,
    "orderKey" = new.value->>4, "courseNumber" = new.value->>5, "step" = new.value->>6, "at" = new.value->>7
  FROM json_each(?) AS new WHERE "Delivery"."id" = new.value->>0`;

/** The columns of a ticket in the order in which UPSERT_TICKETS takes them. */
export const TICKET_COLUMNS = [
  'orderKey',
  'courseNumber',
  'round',
  'branch',
  'startedAt',
  'readyAt',
  'servedAt',
  'beganAt',
  'lastNewsAt',
  'closedAt',
  'closedBy',
  'courseName',
  'abbreviation',
  'sequence',
  'expectedRaw',
  'posRaw',
  'measuredMs',
  'marks',
  'businessDay',
  'noted',
  'localMinute',
  'version',
] as const;

export const UPSERT_TICKETS = upsertRows('CourseTicket', TICKET_COLUMNS, ['orderKey', 'courseNumber', 'round']);

/** [orderKey, courseNumber, round] */
export const DELETE_TICKETS = `
  DELETE FROM "CourseTicket" WHERE ("orderKey", "courseNumber", "round") IN
    (SELECT value->>0, value->>1, value->>2 FROM json_each(?))`;

/** id, orderKey, courseNumber, round, kind, screenId, screenName, at, receivedAt, seenReadyAt */
export const INSERT_NOTE = `
  INSERT INTO "ScreenNote"
    ("id", "orderKey", "courseNumber", "round", "kind", "screenId", "screenName", "at", "receivedAt", "seenReadyAt")
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The columns of a table in the order in which UPSERT_TABLES takes them. */
export const TABLE_COLUMNS = [
  'branch',
  'number',
  'subNumber',
  'name',
  'guests',
  'status',
  'since',
  'lastFoodAt',
  'newsAt',
  'version',
] as const;

export const UPSERT_TABLES = upsertRows('TableState', TABLE_COLUMNS, ['branch', 'number', 'subNumber']);

/** [branch, number, subNumber] */
export const DELETE_TABLES = `
  DELETE FROM "TableState" WHERE ("branch", "number", "subNumber") IN
    (SELECT value->>0, value->>1, value->>2 FROM json_each(?))`;

/** The columns of a branch in the order in which UPSERT_BRANCHES takes them. */
export const BRANCH_COLUMNS = [
  'number',
  'name',
  'timeZone',
  'cutOffMinute',
  'version',
  'epoch',
  'lastDeliveryAt',
  'votesSeconds',
  'votesMinutes',
  'votesMilliseconds',
] as const;

export const UPSERT_BRANCHES = upsertRows('Branch', BRANCH_COLUMNS, ['number']);

/** [id, receivedAt] */
export const TOUCH_SUBSCRIPTIONS = `
  UPDATE "Subscription" SET "lastDeliveryAt" = new.value->>1 FROM json_each(?) AS new WHERE "Subscription"."id" = new.value->>0`;

function upsertRows(table: string, columns: readonly string[], key: readonly string[]): string {
  const names = columns.map((column) => `"${column}"`).join(', ');
  const values = columns.map((_, index) => `value->>${index}`).join(', ');
  const updates = columns
    .filter((column) => !key.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`);
  const conflict = key.map((column) => `"${column}"`).join(', ');
  return `INSERT INTO "${table}" (${names}) SELECT ${values} FROM json_each(?) WHERE true
    ON CONFLICT (${conflict}) DO UPDATE SET ${updates.join(', ')}`;
}

/** [orderKey, courseNumber, round, businessDay, localMinute] */
export const UPDATE_CALENDAR = `
  UPDATE "CourseTicket" SET "businessDay" = new.value->>3, "localMinute" = new.value->>4 FROM json_each(?) AS new
  WHERE "orderKey" = new.value->>0 AND "courseNumber" = new.value->>1 AND "round" = new.value->>2`;
