import type { Ticket } from '../../contract/live';
import { isDue } from '../ticket/urgency';
import type { Shown } from './ready-choices';

/** Who carries this screen, and what is theirs. */
export type Waiter = {
  /** Whether they said which tables are theirs. */
  hasTables: boolean;
  isMyTable: (ticket: Ticket) => boolean;
  /** This screen as the server knows it; null until it said so. */
  screen: number | null;
};

/** What waits on the pass, each group oldest first. */
export type Arranged = {
  /** Everybody's by now: nobody has it, and nobody had for too long. Stays here while this screen has it. */
  first: Ticket[];
  mine: Ticket[];
  others: Ticket[];
};

/**
 * `escalated` are the ids of what waited too long. The order is one that time alone never changes, but for these, and
 * that no tap on this screen changes. Where mine is shown, what I said I have is mine too.
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

/** Ready, and neither served nor on its way. */
export function waits(ticket: Ticket): boolean {
  return ticket.readyAt !== null && isDue(ticket);
}

/** Whether nobody has it, and it waits on the pass for so long at `now` (POS time) that it is everybody's. Null: never. */
export function isEscalated(ticket: Ticket, escalateMs: number | null, now: number): boolean {
  return ticket.claim === null && waitsTooLong(ticket, escalateMs, now);
}

/** Whether it waits on the pass for so long, whoever has it. */
export function waitsTooLong(ticket: Ticket, escalateMs: number | null, now: number): boolean {
  if (escalateMs === null || ticket.readyAt === null || !waits(ticket)) return false;
  return now - Date.parse(ticket.readyAt) >= escalateMs;
}

export function isHeldBy({ claim }: Ticket, screen: number | null): boolean {
  return claim !== null && claim.by.id === screen;
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** Text as the contract writes instants sorts as they do. */
function byReady(a: Ticket, b: Ticket): number {
  const [first, second] = [a.readyAt ?? '', b.readyAt ?? ''];
  return first === second ? byNumber.compare(a.id, b.id) : first < second ? -1 : 1;
}
