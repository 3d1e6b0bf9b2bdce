import type { OrderKind } from '../../contract/constants';
import type { ClosedBy, FoldMark, PresumedReason, TicketActionKind, TicketChanges } from '../../contract/live';
import { businessDay, localMinute } from '../../domain/business-day';
import type { OrderNames, TableNamed } from '../../domain/fact';
import { NOTHING_CHANGED } from '../../domain/order-table';
import type { Presumed } from '../../domain/presumed';
import { beganAtOf, type KeptTicket } from '../../domain/ticket';
import { type ActionEffects, NO_EFFECTS, type PlacedAction } from '../../domain/ticket-action';
import { isSame } from '../../lib/collections';
import type { BranchRow } from './branches';
import { type Columns, type Int, int, rowMaker, type Value } from './statements';

/** A row of TicketAction. */
export type TicketActionRow = {
  key: Int;
  id: string;
  orderKey: Int;
  courseNumber: Int;
  round: Int;
  kind: string;
  screenId: Int;
  screenName: string;
  at: Int;
  receivedAt: Int;
  seenReadyAt: Int | null;
};

// What is stored of a course: its columns, and how it is read and written. A field of a course has its place here.
export const TICKET_KEY = { orderKey: 'INTEGER', courseNumber: 'INTEGER', round: 'INTEGER' } satisfies Columns;
export const TICKET = {
  ...TICKET_KEY,
  branch: 'INTEGER',
  startedAt: 'BIGINT',
  readyAt: 'BIGINT',
  servedAt: 'BIGINT',
  beganAt: 'BIGINT',
  lastNewsAt: 'BIGINT',
  closedAt: 'BIGINT',
  closedBy: 'TEXT',
  courseName: 'TEXT',
  abbreviation: 'TEXT',
  sequence: 'INTEGER',
  expectedRaw: 'INTEGER',
  posRaw: 'INTEGER',
  measuredMs: 'BIGINT',
  marks: 'TEXT',
  changes: 'TEXT',
  businessDay: 'TEXT',
  effects: 'TEXT',
  presumedAt: 'BIGINT',
  presumedReason: 'TEXT',
  localMinute: 'INTEGER',
  version: 'INTEGER',
} satisfies Columns;
export const TICKET_COLUMNS = Object.keys(TICKET);

/** A row of `selectTickets`. */
export type TicketRow = {
  orderKey: Int;
  courseNumber: Int;
  round: Int;
  branch: Int;
  startedAt: Int | null;
  readyAt: Int | null;
  servedAt: Int | null;
  lastNewsAt: Int;
  closedAt: Int | null;
  closedBy: ClosedBy | null;
  courseName: string | null;
  abbreviation: string | null;
  sequence: Int | null;
  expectedRaw: Int | null;
  posRaw: Int | null;
  measuredMs: Int | null;
  marks: string;
  changes: string | null;
  businessDay: string;
  effects: string | null;
  presumedAt: Int | null;
  presumedReason: PresumedReason | null;
  version: Int;
  kind: OrderKind;
  orderId: string | null;
  otherOrderId: string | null;
  year: Int | null;
  number: Int | null;
  ticketNumber: Int | null;
  tableNumber: string | null;
  tableSubNumber: string | null;
  tableName: string | null;
  guests: Int | null;
  seatedAt: Int | null;
};

/** The columns of an order that name it. */
export type OrderNameColumns = Pick<
  TicketRow,
  'kind' | 'orderId' | 'otherOrderId' | 'year' | 'number' | 'ticketNumber'
>;

export function namesOfRow({ kind, orderId, otherOrderId, year, number, ticketNumber }: OrderNameColumns): OrderNames {
  return { kind, orderId, otherOrderId, year: int(year), number: int(number), ticketNumber: int(ticketNumber) };
}

/** The columns of an order's table. */
export type OrderTableColumns = Pick<TicketRow, 'tableNumber' | 'tableSubNumber' | 'tableName' | 'guests'>;

export function tableOfRow({ tableNumber, tableSubNumber, tableName, guests }: OrderTableColumns): TableNamed | null {
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
export function rowOfTicket(ticket: KeptTicket, branch: Pick<BranchRow, 'timeZone' | 'cutOffMinute'>): Value[] {
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
