import type { Ticket } from '../../contract/live';
import { isDue, isLate, isPresumed, type Urgency, urgencyOf } from '../ticket/urgency';

/** State of a course at the pass: cooking or ready, collected, or finished. */
export type CourseState = Urgency | 'collected' | 'presumed' | 'served' | 'closed';

/**
 * State at `now` (POS time, epoch ms). `closed`: it ended without a serve. `presumed`: it counts as served unless
 * somebody brings it back.
 */
export function stateAt(ticket: Ticket, now: number): CourseState {
  if (ticket.servedAt !== null) return 'served';
  if (ticket.collected !== null) return 'collected';
  if (isPresumed(ticket)) return 'presumed';
  return ticket.closedAt === null ? urgencyOf(ticket, now) : 'closed';
}

/** Whether the course is on the pass. */
export function isOnPass(ticket: Ticket): boolean {
  return isDue(ticket) && ticket.readyAt !== null;
}

/** Number of courses cooking, on the pass, late in preparation, and on the pass for too long. */
export type InFlight = { cooking: number; ready: number; late: number; tooLong: number };

export function inFlightAt(tickets: Iterable<Ticket>, now: number): InFlight {
  const counts: InFlight = { cooking: 0, ready: 0, late: 0, tooLong: 0 };
  for (const ticket of tickets) {
    if (!isDue(ticket)) continue;
    const isCooking = ticket.readyAt === null;
    counts[isCooking ? 'cooking' : 'ready'] += 1;
    if (isLate(urgencyOf(ticket, now))) counts[isCooking ? 'late' : 'tooLong'] += 1;
  }
  return counts;
}
