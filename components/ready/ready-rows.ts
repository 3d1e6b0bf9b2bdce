import type { Ticket } from '../../contract/live';
import { orderKeyOf } from '../../domain/ticket-ids';
import { groupBy } from '../../lib/collections';
import { byReady, isDue, isLate, lateInstantOf, urgencyOf } from '../ticket/ticket-state';
import type { Shown } from './ready-options';

/** The waiter who carries this screen, and which tickets are theirs. */
export type Waiter = {
  /** Whether they chose tables. */
  hasTables: boolean;
  isMyTable: (ticket: Ticket) => boolean;
  /** The server's id of this screen; null until the server has sent it. */
  screen: number | null;
};

/**
 * Courses that wait on the pass and are taken together: those of one order that nobody claimed, or that the same person
 * claimed.
 */
export type ReadyRow = {
  /** Unique, and stable while more courses join. */
  key: string;
  /** Newest first. */
  tickets: readonly Ticket[];
  /** The course that decides where the row stands. */
  newest: Ticket;
};

/** One part of the list, newest first. */
export type Part = {
  /** Whether its rows have waited past the serve limit (F11). */
  isTooLong: boolean;
  /** Whether its rows are for tables other than those that the waiter chose. */
  isElsewhere: boolean;
  rows: ReadyRow[];
};

export type Arranged = {
  /** The parts that have rows, own tables first, and of these what is just ready first. */
  parts: Part[];
  /** Where only mine are shown: the other rows that nobody has taken for too long (`isEscalated`). */
  untaken: ReadyRow[];
};

/**
 * Arranges what waits on the pass at `now` (POS time, epoch ms). A row stands where its newest course belongs, because
 * a list by the longest wait has forgotten serves on top. Where only mine are shown, what I claimed is mine too.
 */
export function arrange(
  tickets: Iterable<Ticket>,
  { hasTables, isMyTable, screen }: Waiter,
  shown: Shown,
  { now, escalateMs }: { now: number; escalateMs: number | null },
): Arranged {
  const rows = rowsOf(tickets);
  const isMine = ({ newest }: ReadyRow) => isMyTable(newest) || (shown === 'mine' && isHeldBy(newest, screen));
  const mine = rows.filter(isMine);
  const others = rows.filter((row) => !isMine(row));
  const isTooLong = ({ newest }: ReadyRow) => isLate(urgencyOf(newest, now));
  const partsOf = (some: ReadyRow[], isElsewhere: boolean): Part[] => [
    { isTooLong: false, isElsewhere, rows: some.filter((row) => !isTooLong(row)) },
    { isTooLong: true, isElsewhere, rows: some.filter(isTooLong) },
  ];
  const parts = [...partsOf(mine, false), ...(shown === 'all' ? partsOf(others, hasTables) : [])];
  const isUntaken = (row: ReadyRow) => row.tickets.some((ticket) => isEscalated(ticket, escalateMs, now));
  return {
    parts: parts.filter((part) => part.rows.length > 0),
    untaken: shown === 'mine' ? others.filter(isUntaken) : [],
  };
}

/** The waiting courses as rows, newest first. */
function rowsOf(tickets: Iterable<Ticket>): ReadyRow[] {
  const waiting = [...tickets].filter(waits).sort((a, b) => byReady(b, a));
  const groups = groupBy(waiting, ({ id, claim }) => `${orderKeyOf(id)} ${claim?.by.id ?? ''}`);
  return [...groups.values()].map((group) => ({
    key: group.at(-1)?.id ?? '',
    tickets: group,
    newest: group[0] as Ticket,
  }));
}

/** The rows from the top. */
export function rowsIn({ parts }: Arranged): ReadyRow[] {
  return parts.flatMap(({ rows }) => rows);
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
  return ticket.claim === null && waits(ticket) && escalatesAt(ticket, escalateMs) <= now;
}

function escalatesAt({ readyAt }: Ticket, escalateMs: number | null): number {
  return escalateMs === null ? Number.POSITIVE_INFINITY : Date.parse(readyAt ?? '') + escalateMs;
}

/**
 * The last instant until `now` at which time alone changed an arrangement; that of then is that of now. It is the same
 * at most seconds, so that a board need not be arranged anew every second.
 */
export function lastTurn(tickets: Iterable<Ticket>, escalateMs: number | null, now: number): number {
  let last = 0;
  for (const ticket of tickets) {
    if (!waits(ticket)) continue;
    for (const at of [lateInstantOf(ticket), escalatesAt(ticket, escalateMs)]) if (last < at && at <= now) last = at;
  }
  return last;
}

export function isHeldBy({ claim }: Ticket, screen: number | null): boolean {
  return claim !== null && claim.by.id === screen;
}
