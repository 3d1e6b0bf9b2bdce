import type { HistoryCourse, Overtime } from '../../contract/history';
import type { Ticket } from '../../contract/live';
import type { Instant } from '../../domain/fact';
import { overtimeOf } from '../../domain/overtime';
import { inSeconds } from '../../domain/preparation-unit';
import { type KeptTicket, type Reading, readTicket } from '../../domain/ticket';
import { type TicketRow, ticketOfRow } from '../sql/ticket-row';

/** A stored row as a course of history. `now` is the branch's current POS time, by which an open course is late or not. */
export function historyCourse(row: TicketRow, reading: Reading, now: Instant): HistoryCourse {
  const ticket = ticketOfRow(row);
  return {
    ticket: readTicket(ticket, reading),
    businessDay: row.businessDay,
    overtime: overtimeOfTicket(ticket, reading, now),
  };
}

/** By how much a stored ticket exceeded its limits, in ms (F11). `now` is the branch's current POS time. */
function overtimeOfTicket(ticket: KeptTicket, { unit, limitsOf }: Reading, now: Instant): Overtime {
  return overtimeOf(ticket, inSeconds(ticket.expectedRaw, unit), limitsOf(ticket.course.number), now);
}

/** When a course began (`beganAtOf`), in epoch ms. */
export function beganAt({ startedAt, readyAt, servedAt }: Ticket): Instant {
  return Date.parse(startedAt ?? readyAt ?? servedAt ?? '');
}
