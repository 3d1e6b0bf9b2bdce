import type { DeliveryOutcome } from '../../contract/constants';
import { type Columns, deleteRows, insert, type RowOf, rowMaker, update, upsert } from './statements';
import { ORDER_OF_TICKET, TICKET, TICKET_KEY } from './tickets';

// The statements of the write path. Each takes any number of rows, because Prisma's client takes most of its time for the
// statement, not for its rows. Numbers in JSON are exact up to 2^53.

const ORDER = {
  key: 'INTEGER',
  branch: 'INTEGER',
  identity: 'TEXT',
  ...ORDER_OF_TICKET,
  takesAfter: 'BIGINT?',
} satisfies Columns;
export const ORDER_COLUMNS = Object.keys(ORDER);
export type OrderRow = RowOf<typeof ORDER>;

export const orderRow = rowMaker(ORDER);

/** orderRow */
export const UPSERT_ORDERS = upsert('Order', ORDER, ['key', 'branch', 'identity'], ['key']);

/** identity, key: another identity of a sealed order, so that a new order can have its own (F27b). */
export const REPLACE_IDENTITIES = update('Order', { identity: 'TEXT' }, { key: 'INTEGER' });

const FACT_KEY = { orderKey: 'INTEGER', courseNumber: 'INTEGER', step: 'INTEGER', at: 'BIGINT' } satisfies Columns;
const FACT = { ...FACT_KEY, deliveryId: 'TEXT', round: 'INTEGER' } satisfies Columns;
export const factRow = rowMaker(FACT);
export type FactRow = RowOf<typeof FACT>;

/**
 * factRow. The writer, which has all facts of an order in memory, inserts no repeats; if it did, the unique index would
 * reject the insert.
 */
export const INSERT_FACTS = insert('CourseEvent', FACT);

/** Like INSERT_FACTS, for existing facts that get their content from another delivery, or another round. */
export const UPDATE_FACTS = upsert('CourseEvent', FACT, Object.keys(FACT_KEY));

/** orderKey, courseNumber, step, at */
export const DELETE_FACTS = deleteRows('CourseEvent', FACT_KEY);

const OUTCOME = {
  outcome: 'TEXT',
  reason: 'TEXT?',
  branch: 'INTEGER?',
  orderKey: 'INTEGER?',
  courseNumber: 'INTEGER?',
  step: 'INTEGER?',
  at: 'BIGINT?',
} satisfies Columns;
const DELIVERY = {
  id: 'TEXT',
  receivedAt: 'BIGINT',
  subscription: 'TEXT',
  pathEvent: 'TEXT',
  headers: 'TEXT',
  body: 'BYTES',
  bodySha256: 'TEXT',
  ...OUTCOME,
  workplace: 'INTEGER?',
} satisfies Columns;
export const deliveryRow = rowMaker(DELIVERY);
export type DeliveryColumns = Omit<RowOf<typeof DELIVERY>, 'outcome'> & { outcome: DeliveryOutcome };

/** deliveryRow. Keeps existing rows: after a crash the inbox is projected again. */
export const INSERT_DELIVERIES = `${insert('Delivery', DELIVERY)} ON CONFLICT DO NOTHING`;

export const outcomeRow = rowMaker({ ...OUTCOME, id: 'TEXT' });

/** outcomeRow: the outcomes of deliveries that are stored already. */
export const UPDATE_DELIVERIES = update('Delivery', OUTCOME, { id: 'TEXT' });

/** body, erasedAt, id: erases the bodies of those deliveries that belong to an order whose name was erased. */
export const ERASE_LATE_BODIES = `${update('Delivery', { body: 'BYTES', erasedAt: 'BIGINT' }, { id: 'TEXT' })}
    AND EXISTS (SELECT 1 FROM "Order" o WHERE o."key" = "Delivery"."orderKey" AND o."namesErasedAt" IS NOT NULL)`;

const TICKET_FIXED = [...Object.keys(TICKET_KEY), 'branch'];

/** rowOfTicket */
export const UPSERT_TICKETS = upsert('CourseTicket', TICKET, TICKET_FIXED, Object.keys(TICKET_KEY));

/**
 * Like UPSERT_TICKETS, for tickets with an unchanged `beganAt`: SQLite updates the index of every column that is set, even
 * if its value does not change.
 */
export const UPSERT_BEGUN_TICKETS = upsert(
  'CourseTicket',
  TICKET,
  [...TICKET_FIXED, 'beganAt'],
  Object.keys(TICKET_KEY),
);

/** Like UPSERT_BEGUN_TICKETS, for tickets with an unchanged `closedAt` too. */
export const UPSERT_STANDING_TICKETS = upsert(
  'CourseTicket',
  TICKET,
  [...TICKET_FIXED, 'beganAt', 'closedAt'],
  Object.keys(TICKET_KEY),
);

/** orderKey, courseNumber, round */
export const DELETE_TICKETS = deleteRows('CourseTicket', TICKET_KEY);

/** businessDay, localMinute, orderKey, courseNumber, round */
export const UPDATE_CALENDAR = update('CourseTicket', { businessDay: 'TEXT', localMinute: 'INTEGER' }, TICKET_KEY);

const TABLE_KEY = { branch: 'INTEGER', number: 'TEXT', subNumber: 'TEXT' } satisfies Columns;
const TABLE = {
  ...TABLE_KEY,
  name: 'TEXT?',
  guests: 'INTEGER?',
  status: 'TEXT',
  since: 'BIGINT?',
  lastFoodAt: 'BIGINT?',
  newsAt: 'BIGINT',
  version: 'INTEGER',
} satisfies Columns;
export const TABLE_COLUMNS = Object.keys(TABLE);
export type TableRow = RowOf<typeof TABLE>;

export const tableRow = rowMaker(TABLE);

/** tableRow */
export const UPSERT_TABLES = upsert('TableState', TABLE, Object.keys(TABLE_KEY));

/** branch, number, subNumber */
export const DELETE_TABLES = deleteRows('TableState', TABLE_KEY);

const BRANCH = {
  number: 'INTEGER',
  name: 'TEXT?',
  timeZone: 'TEXT',
  cutOffMinute: 'INTEGER',
  version: 'INTEGER',
  revision: 'INTEGER',
  epoch: 'TEXT',
  lastDeliveryAt: 'BIGINT?',
  provisionalSince: 'BIGINT?',
  votesSeconds: 'INTEGER',
  votesMinutes: 'INTEGER',
  votesMilliseconds: 'INTEGER',
} satisfies Columns;
export const BRANCH_COLUMNS = Object.keys(BRANCH);
/** A row of the table Branch as the database returns it. */
export type StoredBranch = RowOf<typeof BRANCH>;

export const branchRow = rowMaker(BRANCH);

/** branchRow */
export const UPSERT_BRANCHES = upsert('Branch', BRANCH, ['number']);

const GAP = { branch: 'INTEGER', fromAt: 'BIGINT', toAt: 'BIGINT?', cause: 'TEXT' } satisfies Columns;

/** branch, fromAt, toAt, cause. Of an existing gap only the end is updated. */
export const UPSERT_GAPS = upsert('Gap', GAP, ['branch', 'fromAt', 'cause']);

/** 1, until */
export const UPSERT_HEARTBEAT = upsert('Attendance', { id: 'INTEGER', until: 'BIGINT' }, ['id']);

/** lastDeliveryAt, id */
export const TOUCH_SUBSCRIPTIONS = update('Subscription', { lastDeliveryAt: 'BIGINT' }, { id: 'TEXT' });

/** lastSeenAt, id: of screens that no other node has seen later. */
export const TOUCH_SCREENS = `${update('Screen', { lastSeenAt: 'BIGINT' }, { id: 'INTEGER' })}
    AND coalesce("Screen"."lastSeenAt", 0) < CAST(r.value->>0 AS BIGINT)`;
