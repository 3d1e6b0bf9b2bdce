import type { Ticket } from '../../contract/live';

/** How a card looks at: one idea per state. `ready-*` is about the wait on the pass. */
export type Urgency = 'cooking' | 'warn' | 'late' | 'very-late' | 'ready' | 'ready-warn' | 'ready-late';

const NEW_MS = 10_000;

/** From when on a ticket warns, is late and is very late (POS time, epoch ms). */
type Limits = { warn: number; late: number; veryLate: number };

/** Read once: of hundreds of tickets it is asked several times a second. */
const limits = new WeakMap<Ticket, Limits>();

/** How urgent a ticket is at `now` (POS time, epoch ms). The server sends instants; no limit is known here. */
export function urgencyOf(ticket: Ticket, now: number): Urgency {
  const { warn, late, veryLate } = limitsOf(ticket);
  if (ticket.readyAt !== null) {
    if (late <= now) return 'ready-late';
    return warn <= now ? 'ready-warn' : 'ready';
  }
  if (veryLate <= now) return 'very-late';
  if (late <= now) return 'late';
  return warn <= now ? 'warn' : 'cooking';
}

function limitsOf(ticket: Ticket): Limits {
  const known = limits.get(ticket);
  if (known) return known;
  const { warnAt, lateAt, veryLateAt } = ticket;
  const read = { warn: instantOf(warnAt), late: instantOf(lateAt), veryLate: instantOf(veryLateAt) };
  limits.set(ticket, read);
  return read;
}

/** Nothing is past an instant that is not there. */
function instantOf(at: string | null): number {
  return Date.parse(at ?? '');
}

/** Whether it is past its limit, cooking or on the pass. */
export function isLate(urgency: Urgency): boolean {
  return urgency === 'late' || urgency === 'very-late' || urgency === 'ready-late';
}

/** Whether it cooks too long: on the pass it is no longer the cook who can help. */
export function isLateInTheMaking(ticket: Ticket, now: number): boolean {
  return ticket.readyAt === null && limitsOf(ticket).late <= now;
}

/** A card has a blue edge for its first ten seconds. */
export function isNew(ticket: Ticket, now: number): boolean {
  return ticket.readyAt === null && ticket.startedAt !== null && now - Date.parse(ticket.startedAt) < NEW_MS;
}

/** Whether somebody still has to do something about it: in the making, or ready, not taken away and not presumed served. */
export function isDue(ticket: Ticket): boolean {
  return ticket.closedAt === null && ticket.collected === null && !isPresumed(ticket);
}

/** Whether it is open and counts as served, although nobody said so (SPEC, F22). */
export function isPresumed({ closedAt, collected, presumedServed }: Ticket): boolean {
  return closedAt === null && collected === null && presumedServed !== null;
}
