import type { Ticket } from '../../domain/live-contract';

/** How a card looks at: one idea per state. `ready-*` is about the wait on the pass. */
export type Urgency = 'cooking' | 'warn' | 'late' | 'very-late' | 'ready' | 'ready-warn' | 'ready-late';

const NEW_MS = 10_000;

/** How urgent a ticket is at `now` (POS time, epoch ms). The server sends instants; no limit is known here. */
export function urgencyOf(ticket: Ticket, now: number): Urgency {
  const isPast = (instant: string | null) => instant !== null && Date.parse(instant) <= now;
  if (ticket.readyAt !== null) {
    if (isPast(ticket.lateAt)) return 'ready-late';
    return isPast(ticket.warnAt) ? 'ready-warn' : 'ready';
  }
  if (isPast(ticket.veryLateAt)) return 'very-late';
  if (isPast(ticket.lateAt)) return 'late';
  return isPast(ticket.warnAt) ? 'warn' : 'cooking';
}

/** Whether it is past its limit, cooking or on the pass. */
export function isLate(urgency: Urgency): boolean {
  return urgency === 'late' || urgency === 'very-late' || urgency === 'ready-late';
}

/** A card has a blue edge for its first ten seconds. */
export function isNew(ticket: Ticket, now: number): boolean {
  return ticket.readyAt === null && ticket.startedAt !== null && now - Date.parse(ticket.startedAt) < NEW_MS;
}
