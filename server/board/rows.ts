import { businessDay, localMinute } from '../../domain/business-day';
import { NOTHING_CHANGED } from '../../domain/order-table';
import { beganAtOf, type KeptTicket } from '../../domain/ticket';
import { NO_EFFECTS } from '../../domain/ticket-action';
import { isSame } from '../../lib/same';
import type { BranchRow } from '../sql/branch-row';
import { calendarOf, type LiveOrder, type LiveTable } from './branch-state';

/** The values of a ticket in the order of TICKET_COLUMNS. */
export function ticketValues(ticket: KeptTicket, branch: BranchRow): (string | number | null)[] {
  const beganAt = beganAtOf(ticket);
  return [
    ticket.orderKey,
    ticket.course.number,
    ticket.round,
    ticket.branch,
    ticket.startedAt,
    ticket.readyAt,
    ticket.servedAt,
    beganAt,
    ticket.lastNewsAt,
    ticket.closedAt,
    ticket.closedBy,
    ticket.course.name,
    ticket.course.abbreviation,
    ticket.course.sequence,
    ticket.expectedRaw,
    ticket.posRaw,
    ticket.measuredMs,
    JSON.stringify(ticket.marks),
    isSame(ticket.changes, NOTHING_CHANGED) ? null : JSON.stringify(ticket.changes),
    businessDay(beganAt, calendarOf(branch)),
    isSame(ticket.noted, NO_EFFECTS) ? null : JSON.stringify(ticket.noted),
    ticket.presumed?.at ?? null,
    ticket.presumed?.reason ?? null,
    localMinute(beganAt, branch.timeZone),
    ticket.version,
  ];
}

/** The values of an order in the order of ORDER_COLUMNS. */
export function orderValues(order: LiveOrder): (string | number | null)[] {
  const { kind, orderId, otherOrderId, year, number, ticketNumber } = order.names;
  const { table } = order;
  return [
    order.key,
    order.branch,
    order.identity,
    kind,
    orderId,
    otherOrderId,
    year,
    number,
    ticketNumber,
    table?.number ?? null,
    table?.subNumber ?? null,
    table?.name ?? null,
    table?.guests ?? null,
    order.seatedAt,
    order.takesAfter,
  ];
}

/** The values of a table in the order of TABLE_COLUMNS. */
export function tableValues(table: LiveTable, branch: number): (string | number | null)[] {
  const { view } = table;
  return [
    branch,
    table.number,
    table.subNumber,
    view.name,
    view.guests,
    view.status,
    view.since,
    view.lastFoodAt,
    table.newsAt,
    table.version,
  ];
}

/** The values of a branch in the order of BRANCH_COLUMNS. */
export function branchValues(row: BranchRow): (string | number | null)[] {
  return [
    row.number,
    row.name,
    row.timeZone,
    row.cutOffMinute,
    row.version,
    row.revision,
    row.epoch,
    row.lastDeliveryAt,
    row.provisionalSince,
    row.votes.seconds,
    row.votes.minutes,
    row.votes.milliseconds,
  ];
}
