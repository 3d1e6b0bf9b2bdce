import { PRACTICE_ORDER } from '../../contract/constants';
import type { Ticket } from '../../contract/live';
import { compareNumbers } from '../../lib/collections';

/** Look of a card, one per state. `ready-*` refers to the wait on the pass. */
export type Urgency = 'cooking' | 'warn' | 'late' | 'very-late' | 'ready' | 'ready-warn' | 'ready-late';

/** Urgency of a ticket at `now` (POS time, epoch ms). The server sends the instants, so no limits are needed here. */
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

/** When a ticket becomes slow, late and very late (POS time, epoch ms). */
type Limits = { warn: number; late: number; veryLate: number };

/** Cached, because hundreds of tickets are checked several times a second. */
const limits = new WeakMap<Ticket, Limits>();

function limitsOf(ticket: Ticket): Limits {
  const known = limits.get(ticket);
  if (known) return known;
  const { warnAt, lateAt, veryLateAt } = ticket;
  const read = { warn: instantOf(warnAt), late: instantOf(lateAt), veryLate: instantOf(veryLateAt) };
  limits.set(ticket, read);
  return read;
}

/** When the ticket has taken too long, in preparation or on the pass (POS time, epoch ms); NaN where that has no limit. */
export function lateInstantOf(ticket: Ticket): number {
  return limitsOf(ticket).late;
}

/** A missing instant is never reached. */
function instantOf(at: string | null): number {
  return Date.parse(at ?? '');
}

/** Whether the ticket is past its limit, cooking or on the pass. */
export function isLate(urgency: Urgency): boolean {
  return urgency === 'late' || urgency === 'very-late' || urgency === 'ready-late';
}

/** Whether the ticket is past its limit in preparation; on the pass a cook can no longer help. */
export function isLateInTheMaking(ticket: Ticket, now: number): boolean {
  return ticket.readyAt === null && limitsOf(ticket).late <= now;
}

const NEW_MS = 10_000;

/** Whether the ticket is in its first ten seconds, when its card has a blue edge. */
export function isNew(ticket: Ticket, now: number): boolean {
  return ticket.readyAt === null && ticket.startedAt !== null && now - Date.parse(ticket.startedAt) < NEW_MS;
}

/** Whether the ticket still needs action: cooking, or ready and neither collected nor presumed served. */
export function isDue(ticket: Ticket): boolean {
  return ticket.closedAt === null && ticket.collected === null && !isPresumed(ticket);
}

/** Whether the ticket is open and presumed served (SPEC, F22). */
export function isPresumed({ closedAt, collected, presumedServed }: Ticket): boolean {
  return closedAt === null && collected === null && presumedServed !== null;
}

/** Compares tickets for a sort: the first that was ready comes first. The contract's instants sort correctly as text. */
export function byReady(a: Ticket, b: Ticket): number {
  const [first, second] = [a.readyAt ?? '', b.readyAt ?? ''];
  return first === second ? compareNumbers(a.id, b.id) : first < second ? -1 : 1;
}

/** F26: whether a ticket is not real. Every screen of the branch shows it, whatever its filters are. */
export function isPractice({ orderId }: Pick<Ticket, 'orderId'>): boolean {
  return orderId === PRACTICE_ORDER;
}

/** Whether a table is not real: a POS sends an integer. */
export function isPracticeTable(number: string): boolean {
  return !/^-?\d/.test(number);
}
