import type { Ticket } from '../../domain/live-contract';

/** Who carries this screen, and what is theirs. */
export type Waiter = {
  /** Whether they said which tables are theirs; else all are as good as theirs, but none is. */
  hasTables: boolean;
  isMyTable: (ticket: Ticket) => boolean;
  /** This screen as the server knows it; null until it said so. */
  screen: number | null;
};

/** What waits on the pass, each group oldest first. */
export type Arranged = {
  /** Everybody's by now: nobody has it, and nobody had for too long. */
  nobodys: Ticket[];
  /** Of my tables, and what I said I have. Everything where I have no tables. */
  mine: Ticket[];
  others: Ticket[];
};

/** `escalated` are the ids of what waited too long. The order is one that time alone never changes, but for these. */
export function arrange(tickets: Iterable<Ticket>, waiter: Waiter, escalated: ReadonlySet<string>): Arranged {
  const waiting = [...tickets].filter(waits).sort(byReady);
  const isNobodys = (ticket: Ticket) => escalated.has(ticket.id);
  const isMine = (ticket: Ticket) => !waiter.hasTables || waiter.isMyTable(ticket) || isHeldBy(ticket, waiter.screen);
  return {
    nobodys: waiting.filter(isNobodys),
    mine: waiting.filter((ticket) => !isNobodys(ticket) && isMine(ticket)),
    others: waiting.filter((ticket) => !isNobodys(ticket) && !isMine(ticket)),
  };
}

/** Ready, and neither served nor on its way. */
export function waits({ readyAt, closedAt, collected }: Ticket): boolean {
  return readyAt !== null && closedAt === null && collected === null;
}

/** Whether it waits on the pass for so long, at `now` (POS time), that it is everybody's. Null for never. */
export function isEscalated(ticket: Ticket, escalateMs: number | null, now: number): boolean {
  if (escalateMs === null || ticket.readyAt === null || ticket.claim !== null || !waits(ticket)) return false;
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
