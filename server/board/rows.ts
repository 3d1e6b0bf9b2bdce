import { businessDay, localMinute } from '../../domain/business-day';
import { NOTHING_CHANGED } from '../../domain/order-table';
import { beganAtOf, type KeptTicket } from '../../domain/ticket';
import { NO_EFFECTS } from '../../domain/ticket-action';
import { isSame } from '../../lib/same';
import type { BranchRow } from '../sql/branch-row';
import type { Value } from '../sql/statements';
import { branchRow, orderRow, tableRow, ticketRow } from '../sql/write-statements';
import { calendarOf, type LiveOrder, type LiveTable } from './branch-state';

/** A row of UPSERT_TICKETS. */
export function rowOfTicket(ticket: KeptTicket, branch: BranchRow): Value[] {
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
    businessDay: businessDay(beganAt, calendarOf(branch)),
    noted: isSame(ticket.noted, NO_EFFECTS) ? null : JSON.stringify(ticket.noted),
    presumedAt: ticket.presumed?.at ?? null,
    presumedReason: ticket.presumed?.reason ?? null,
    localMinute: localMinute(beganAt, branch.timeZone),
    version: ticket.version,
  });
}

/** A row of UPSERT_ORDERS. */
export function rowOfOrder(order: LiveOrder): Value[] {
  const { kind, orderId, otherOrderId, year, number, ticketNumber } = order.names;
  return orderRow({
    key: order.key,
    branch: order.branch,
    identity: order.identity,
    kind,
    orderId,
    otherOrderId,
    year,
    number,
    ticketNumber,
    tableNumber: order.table?.number ?? null,
    tableSubNumber: order.table?.subNumber ?? null,
    tableName: order.table?.name ?? null,
    guests: order.table?.guests ?? null,
    seatedAt: order.seatedAt,
    takesAfter: order.takesAfter,
  });
}

/** A row of UPSERT_TABLES. */
export function rowOfTable({ number, subNumber, view, newsAt, version }: LiveTable, branch: number): Value[] {
  const { name, guests, status, since, lastFoodAt } = view;
  return tableRow({ branch, number, subNumber, name, guests, status, since, lastFoodAt, newsAt, version });
}

/** A row of UPSERT_BRANCHES. */
export function rowOfBranch({ votes, ...row }: BranchRow): Value[] {
  return branchRow({
    ...row,
    votesSeconds: votes.seconds,
    votesMinutes: votes.minutes,
    votesMilliseconds: votes.milliseconds,
  });
}
