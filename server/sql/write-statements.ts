// The fixed statements of the write path, for SQLite. Each is prepared once and run for each row, which takes half the time
// of passing all rows as one JSON array.

/** The columns of an order in the order in which UPSERT_ORDERS takes them. */
export const ORDER_COLUMNS = [
  'key',
  'branch',
  'identity',
  'kind',
  'orderId',
  'otherOrderId',
  'year',
  'number',
  'ticketNumber',
  'tableNumber',
  'tableSubNumber',
  'tableName',
  'guests',
  'seatedAt',
] as const;

export const UPSERT_ORDERS = upsertRow('Order', ORDER_COLUMNS, ['key', 'branch', 'identity'], ['key']);

const FACT_COLUMNS = ['orderKey', 'courseNumber', 'step', 'at', 'deliveryId', 'round'] as const;
const FACT_KEY = ['orderKey', 'courseNumber', 'step', 'at'] as const;

/**
 * [orderKey, courseNumber, step, at, deliveryId, round]. The writer, which has all facts of an order in memory, inserts
 * no repeats; if it did, the unique index would reject the insert.
 */
export const INSERT_FACTS = insertRow('CourseEvent', FACT_COLUMNS);

/** Like INSERT_FACTS, for existing facts that get their content from another delivery, or another round. */
export const UPDATE_FACTS = upsertRow('CourseEvent', FACT_COLUMNS, FACT_KEY);

/** [orderKey, courseNumber, step, at] */
export const DELETE_FACTS = `
  DELETE FROM "CourseEvent" WHERE "orderKey" = ? AND "courseNumber" = ? AND "step" = ? AND "at" = ?`;

/** The columns of a delivery in the order in which INSERT_DELIVERIES takes them. */
export const DELIVERY_COLUMNS = [
  'id',
  'receivedAt',
  'subscription',
  'pathEvent',
  'headers',
  'body',
  'bodySha256',
  'outcome',
  'reason',
  'branch',
  'orderKey',
  'courseNumber',
  'step',
  'at',
  'workplace',
] as const;

/** Keeps existing rows: a spool may be drained twice. */
export const INSERT_DELIVERIES = `${insertRow('Delivery', DELIVERY_COLUMNS)} ON CONFLICT DO NOTHING`;

/** [outcome, reason, branch, orderKey, courseNumber, step, at, id]: the outcome of a replayed delivery. */
export const UPDATE_DELIVERIES = `
  UPDATE "Delivery" SET "outcome" = ?, "reason" = ?, "branch" = ?, "orderKey" = ?, "courseNumber" = ?, "step" = ?,
    "at" = ? WHERE "id" = ?`;

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
  'changes',
  'businessDay',
  'noted',
  'presumedAt',
  'presumedReason',
  'localMinute',
  'version',
] as const;

const TICKET_KEY = ['orderKey', 'courseNumber', 'round'] as const;
const TICKET_FIXED = [...TICKET_KEY, 'branch'] as const;

export const UPSERT_TICKETS = upsertRow('CourseTicket', TICKET_COLUMNS, TICKET_FIXED, TICKET_KEY);

/**
 * Like UPSERT_TICKETS, for tickets with an unchanged `beganAt`: SQLite updates the index of every column that is set, even
 * if its value does not change.
 */
export const UPSERT_BEGUN_TICKETS = upsertRow('CourseTicket', TICKET_COLUMNS, [...TICKET_FIXED, 'beganAt'], TICKET_KEY);

/** Like UPSERT_BEGUN_TICKETS, for tickets with an unchanged `closedAt` too. */
export const UPSERT_STANDING_TICKETS = upsertRow(
  'CourseTicket',
  TICKET_COLUMNS,
  [...TICKET_FIXED, 'beganAt', 'closedAt'],
  TICKET_KEY,
);

/** [orderKey, courseNumber, round] */
export const DELETE_TICKETS = `
  DELETE FROM "CourseTicket" WHERE "orderKey" = ? AND "courseNumber" = ? AND "round" = ?`;

/** id, orderKey, courseNumber, round, kind, screenId, screenName, at, receivedAt, seenReadyAt */
export const INSERT_ACTION = `
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

export const UPSERT_TABLES = upsertRow('TableState', TABLE_COLUMNS, ['branch', 'number', 'subNumber']);

/** [branch, number, subNumber] */
export const DELETE_TABLES = `
  DELETE FROM "TableState" WHERE "branch" = ? AND "number" = ? AND "subNumber" = ?`;

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

export const UPSERT_BRANCHES = upsertRow('Branch', BRANCH_COLUMNS, ['number']);

/** For an existing gap only its end is updated. */
export const UPSERT_GAPS = upsertRow('Gap', ['branch', 'fromAt', 'toAt', 'cause'], ['branch', 'fromAt', 'cause']);

/** [1, until] */
export const UPSERT_HEARTBEAT = upsertRow('Attendance', ['id', 'until'], ['id']);

/** [receivedAt, id] */
export const TOUCH_SUBSCRIPTIONS = `UPDATE "Subscription" SET "lastDeliveryAt" = ? WHERE "id" = ?`;

function insertRow(table: string, columns: readonly string[]): string {
  const names = columns.map((column) => `"${column}"`).join(', ');
  return `INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** Inserts a row, or updates all but its `fixed` columns. `key` has the columns that identify it. */
function upsertRow(
  table: string,
  columns: readonly string[],
  fixed: readonly string[],
  key: readonly string[] = fixed,
): string {
  const conflict = key.map((column) => `"${column}"`).join(', ');
  const updates = columns
    .filter((column) => !fixed.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`);
  return `${insertRow(table, columns)} ON CONFLICT (${conflict}) DO UPDATE SET ${updates.join(', ')}`;
}

/**
 * A JSON array of [orderKey, courseNumber, round, businessDay, localMinute], because thousands of rows are updated through
 * Prisma's client.
 */
export const UPDATE_CALENDAR = `
  UPDATE "CourseTicket" SET "businessDay" = new.value->>3, "localMinute" = new.value->>4 FROM json_each(?) AS new
  WHERE "orderKey" = new.value->>0 AND "courseNumber" = new.value->>1 AND "round" = new.value->>2`;
