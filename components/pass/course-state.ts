import type { Ticket } from '../../contract/live';
import { isDue, isLate, isPresumed, type Urgency, urgencyOf } from '../ticket/urgency';

/** How a course stands at the pass: in the making or ready, on its way with somebody, or over. */
export type CourseState = Urgency | 'collected' | 'presumed' | 'served' | 'closed';

/**
 * At `now` (POS time, epoch ms). `closed`: nobody said that it was served, and it is no longer waited for. `presumed`:
 * nobody said so, and it is not waited for unless somebody brings it back.
 */
export function stateAt(ticket: Ticket, now: number): CourseState {
  if (ticket.servedAt !== null) return 'served';
  if (ticket.collected !== null) return 'collected';
  if (isPresumed(ticket)) return 'presumed';
  return ticket.closedAt === null ? urgencyOf(ticket, now) : 'closed';
}

/** Whether it stands on the pass. */
export function isOnPass(ticket: Ticket): boolean {
  return isDue(ticket) && ticket.readyAt !== null;
}

/** How many courses are in the making, how many stand on the pass, and how many of both are past their limit. */
export type InFlight = { cooking: number; ready: number; late: number };

export function inFlightAt(tickets: Iterable<Ticket>, now: number): InFlight {
  const counts: InFlight = { cooking: 0, ready: 0, late: 0 };
  for (const ticket of tickets) {
    if (!isDue(ticket)) continue;
    counts[ticket.readyAt === null ? 'cooking' : 'ready'] += 1;
    if (isLate(urgencyOf(ticket, now))) counts.late += 1;
  }
  return counts;
}
