import type { Ticket } from '../../contract/live';
import { dueAt } from '../../domain/together';
import { MINUTE_MS } from '../../lib/time';
import type { Waiter } from './ready-rows';

/** More are too many to remember. */
const MAX_SHOWN = 5;

export type ComingUp = {
  /** Next first; those without a time are last. */
  next: Ticket[];
  /** Number of further courses. */
  more: number;
};

/** Courses cooking for the waiter's tables, or for all tables if they chose none. */
export function comingUp(tickets: Iterable<Ticket>, { hasTables, isMyTable }: Waiter): ComingUp {
  const cooking = [...tickets]
    .filter((ticket) => ticket.closedAt === null && ticket.readyAt === null && (!hasTables || isMyTable(ticket)))
    .map((ticket) => ({ ticket, due: dueAt(ticket) ?? Number.POSITIVE_INFINITY, began: ticket.startedAt ?? '' }))
    .sort((a, b) => compare(a.due, b.due) || compare(a.began, b.began) || compare(a.ticket.id, b.ticket.id))
    .map(({ ticket }) => ticket);
  return { next: cooking.slice(0, MAX_SHOWN), more: Math.max(0, cooking.length - MAX_SHOWN) };
}

function compare<Value extends string | number>(a: Value, b: Value): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Minutes until the course is ready; `any-moment` or `late` once that time has passed. Null if no time is known. */
export type When = number | 'any-moment' | 'late' | null;

/**
 * When the ticket is ready, in minutes rounded up, so that the text changes once a minute and only decreases. `now` is
 * POS time.
 */
export function readyIn(ticket: Ticket, now: number): When {
  const due = dueAt(ticket);
  if (due === null) return null;
  if (now < due) return Math.ceil((due - now) / MINUTE_MS);
  return ticket.lateAt !== null && Date.parse(ticket.lateAt) <= now ? 'late' : 'any-moment';
}
