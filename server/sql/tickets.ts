import type { OrderKind } from '../../contract/constants';
import type { ClosedBy, FoldMark, PresumedReason, TicketActionKind, TicketChanges } from '../../contract/live';
import { type BranchCalendar, businessDay, localMinute } from '../../domain/business-day';
import type { OrderNames, TableNamed } from '../../domain/fact';
import { NOTHING_CHANGED } from '../../domain/order-table';
import type { Presumed } from '../../domain/presumed';
import { beganAtOf, type KeptTicket } from '../../domain/ticket';
import { type ActionEffects, NO_EFFECTS, type PlacedAction } from '../../domain/ticket-action';
import { isSame } from '../../lib/collections';
import { type Columns, type Int, int, type RowOf, rowMaker, type Value } from './statements';

// What is stored of a course: its columns, and how it is read and written. A field of a course has its place here.
export const TICKET_KEY = { orderKey: 'INTEGER', courseNumber: 'INTEGER', round: 'INTEGER' } satisfies Columns;
export const TICKET = {
  ...TICKET_KEY,
  branch: 'INTEGER',
  startedAt: 'BIGINT?',
  readyAt: 'BIGINT?',
  servedAt: 'BIGINT?',
  beganAt: 'BIGINT',
  lastNewsAt: 'BIGINT',
  closedAt: 'BIGINT?',
  closedBy: 'TEXT?',
  courseName: 'TEXT?',
  abbreviation: 'TEXT?',
  sequence: 'INTEGER?',
  expectedRaw: 'INTEGER?',
  posRaw: 'INTEGER?',
  measuredMs: 'BIGINT?',
  marks: 'TEXT',
  changes: 'TEXT?',
  businessDay: 'TEXT',
  effects: 'TEXT?',
  presumedAt: 'BIGINT?',
  presumedReason: 'TEXT?',
  localMinute: 'INTEGER',
  version: 'INTEGER',
} satisfies Columns;
export const TICKET_COLUMNS = Object.keys(TICKET);

/** The columns of an order that name it. */
const ORDER_NAMES = {
  kind: 'TEXT',
  orderId: 'TEXT?',
  otherOrderId: 'TEXT?',
  year: 'INTEGER?',
  number: 'INTEGER?',
  ticketNumber: 'INTEGER?',
} satisfies Columns;

/** The columns of an order's table. */
const ORDER_TABLE = {
  tableNumber: 'TEXT?',
  tableSubNumber: 'TEXT?',
  tableName: 'TEXT?',
  guests: 'INTEGER?',
} satisfies Columns;

/** The columns of an order that are read with each of its courses. */
export const ORDER_OF_TICKET = { ...ORDER_NAMES, ...ORDER_TABLE, seatedAt: 'BIGINT?' } satisfies Columns;

type OrderNameColumns = Omit<RowOf<typeof ORDER_NAMES>, 'kind'> & { kind: OrderKind };

/** A row of `selectTickets`. */
export type TicketRow = Omit<RowOf<typeof TICKET>, 'closedBy' | 'presumedReason'> &
  OrderNameColumns &
  Omit<RowOf<typeof ORDER_OF_TICKET>, 'kind'> & { closedBy: ClosedBy | null; presumedReason: PresumedReason | null };

export function namesOfRow({ kind, orderId, otherOrderId, year, number, ticketNumber }: OrderNameColumns): OrderNames {
  return { kind, orderId, otherOrderId, year: int(year), number: int(number), ticketNumber: int(ticketNumber) };
}

export function tableOfRow({
  tableNumber,
  tableSubNumber,
  tableName,
  guests,
}: RowOf<typeof ORDER_TABLE>): TableNamed | null {
  if (tableNumber === null) return null;
  return { number: tableNumber, subNumber: tableSubNumber ?? '1', name: tableName, guests: int(guests) };
}

export function ticketOfRow(row: TicketRow): KeptTicket {
  return {
    orderKey: int(row.orderKey),
    branch: int(row.branch),
    order: namesOfRow(row),
    table: tableOfRow(row),
    seatedAt: int(row.seatedAt) ?? int(row.startedAt ?? row.readyAt ?? row.servedAt ?? row.lastNewsAt),
    course: {
      number: int(row.courseNumber),
      name: row.courseName,
      abbreviation: row.abbreviation,
      sequence: int(row.sequence),
    },
    round: int(row.round),
    startedAt: int(row.startedAt),
    readyAt: int(row.readyAt),
    servedAt: int(row.servedAt),
    lastNewsAt: int(row.lastNewsAt),
    expectedRaw: int(row.expectedRaw),
    posRaw: int(row.posRaw),
    measuredMs: int(row.measuredMs),
    marks: JSON.parse(row.marks) as FoldMark[],
    changes: changesOf(row.changes),
    closedAt: int(row.closedAt),
    closedBy: row.closedBy,
    effects: actionEffectsOf(row.effects),
    presumed: presumedOf(row),
    version: int(row.version),
  };
}

/** A row of UPSERT_TICKETS. */
export function rowOfTicket(ticket: KeptTicket, branch: BranchCalendar): Value[] {
  const beganAt = beganAtOf(ticket);
  return ticketRow({
    orderKey: ticket.orderKey,
    courseNumber: ticket.course.number,
    round: ticket.round,
    branch: ticket.branch,
    startedAt: ticket.startedAt,
    readyAt: ticket.readyAt,
    servedAt: ticket.servedAt,
    beganAt,
    lastNewsAt: ticket.lastNewsAt,
    closedAt: ticket.closedAt,
    closedBy: ticket.closedBy,
    courseName: ticket.course.name,
    abbreviation: ticket.course.abbreviation,
    sequence: ticket.course.sequence,
    expectedRaw: ticket.expectedRaw,
    posRaw: ticket.posRaw,
    measuredMs: ticket.measuredMs,
    marks: JSON.stringify(ticket.marks),
    changes: isSame(ticket.changes, NOTHING_CHANGED) ? null : JSON.stringify(ticket.changes),
    businessDay: businessDay(beganAt, branch),
    effects: isSame(ticket.effects, NO_EFFECTS) ? null : JSON.stringify(ticket.effects),
    presumedAt: ticket.presumed?.at ?? null,
    presumedReason: ticket.presumed?.reason ?? null,
    localMinute: localMinute(beganAt, branch.timeZone),
    version: ticket.version,
  });
}

const ticketRow = rowMaker(TICKET);

/** Stored actions on a ticket. Older rows lack members that were added since. */
export function actionEffectsOf(stored: string | null): ActionEffects {
  return stored === null ? NO_EFFECTS : { ...NO_EFFECTS, ...(JSON.parse(stored) as Partial<ActionEffects>) };
}

/** The stored changes of a ticket; none in rows of older versions. */
function changesOf(stored: string | null): TicketChanges {
  return stored === null ? NOTHING_CHANGED : (JSON.parse(stored) as TicketChanges);
}

export function presumedOf({
  presumedAt,
  presumedReason,
}: Pick<TicketRow, 'presumedAt' | 'presumedReason'>): Presumed | null {
  return presumedAt === null || presumedReason === null ? null : { at: int(presumedAt), reason: presumedReason };
}

/** A row of TicketAction. */
export type TicketActionRow = RowOf<typeof TICKET_KEY> &
  Record<'key' | 'screenId' | 'at' | 'receivedAt', Int> &
  Record<'id' | 'kind' | 'screenName', string> & { seenReadyAt: Int | null };

export function ticketActionOf(row: TicketActionRow): PlacedAction & { orderKey: number } {
  return {
    id: row.id,
    kind: row.kind as TicketActionKind,
    by: { id: int(row.screenId), name: row.screenName },
    at: int(row.at),
    receivedAt: int(row.receivedAt),
    seenReadyAt: int(row.seenReadyAt),
    orderKey: int(row.orderKey),
    courseNumber: int(row.courseNumber),
    round: int(row.round),
  };
}
