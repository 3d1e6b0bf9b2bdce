import type { Ticket } from '../../contract/live';
import { byReady } from '../ticket/by-ready';
import { isDue } from '../ticket/urgency';
import type { Shown } from './ready-options';

/** The waiter who carries this screen, and which tickets are theirs. */
export type Waiter = {
  /** Whether they chose tables. */
  hasTables: boolean;
  isMyTable: (ticket: Ticket) => boolean;
  /** The server's id of this screen; null until the server has sent it. */
  screen: number | null;
};

/** Courses that wait on the pass, each group oldest first. */
export type Arranged = {
  /** Escalated: unclaimed for too long. A course stays in this group while this screen has claimed it. */
  first: Ticket[];
  mine: Ticket[];
  others: Ticket[];
};

/**
 * Groups the waiting courses; `escalated` holds the ids of those that waited too long. Only escalation changes the
 * order with time, and no tap on this screen does. Where only mine are shown, my claims count as mine.
 */
export function arrange(
  tickets: Iterable<Ticket>,
  { isMyTable, screen }: Waiter,
  shown: Shown,
  escalated: ReadonlySet<string>,
): Arranged {
  const waiting = [...tickets].filter(waits).sort(byReady);
  const isFirst = ({ id }: Ticket) => escalated.has(id);
  const isMine = (ticket: Ticket) => isMyTable(ticket) || (shown === 'mine' && isHeldBy(ticket, screen));
  const rest = waiting.filter((ticket) => !isFirst(ticket));
  return {
    first: waiting.filter(isFirst),
    mine: rest.filter(isMine),
    others: shown === 'all' ? rest.filter((ticket) => !isMine(ticket)) : [],
  };
}

export function countOf({ first, mine, others }: Arranged): number {
  return first.length + mine.length + others.length;
}

/** Whether the ticket is ready, and neither served nor collected. */
export function waits(ticket: Ticket): boolean {
  return ticket.readyAt !== null && isDue(ticket);
}

/**
 * Whether the ticket is unclaimed and has waited on the pass for `escalateMs` at `now` (POS time). Null never
 * escalates.
 */
export function isEscalated(ticket: Ticket, escalateMs: number | null, now: number): boolean {
  return ticket.claim === null && waitsTooLong(ticket, escalateMs, now);
}

/** Whether the ticket has waited on the pass that long, claimed or not. */
export function waitsTooLong(ticket: Ticket, escalateMs: number | null, now: number): boolean {
  if (escalateMs === null || ticket.readyAt === null || !waits(ticket)) return false;
  return now - Date.parse(ticket.readyAt) >= escalateMs;
}

export function isHeldBy({ claim }: Ticket, screen: number | null): boolean {
  return claim !== null && claim.by.id === screen;
}
