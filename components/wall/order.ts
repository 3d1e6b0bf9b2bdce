import type { Party, Table, Ticket } from '../../contract/live';
import { fedAt, firstCourseAt, partyAt } from './party-clock';
import type { WallOptions } from './wall-options';

const byNumber = new Intl.Collator('en', { numeric: true });

/** A ticket with its sort keys, so that each instant is parsed once and not at every comparison. */
type Placed = { ticket: Ticket; late: number; began: number; course: number; fed: number; first: number };
type Compare = (a: Placed, b: Placed) => number;

const late: Compare = (a, b) => a.late - b.late;
const began: Compare = (a, b) => a.began - b.began;
const FIRST_BY: Record<WallOptions['sort'], Compare> = {
  late,
  oldest: began,
  table: byTable,
  course: (a, b) => a.course - b.course,
  food: (a, b) => a.fed - b.fed,
  first: (a, b) => a.first - b.first,
};

/** Sorts tickets by keys that do not depend on the current time: a card only moves after an event. */
export function sorted(
  tickets: readonly Ticket[],
  sort: WallOptions['sort'],
  tables: ReadonlyMap<string, Table>,
): Ticket[] {
  const first = FIRST_BY[sort];
  return tickets
    .map((ticket) => placed(ticket, partyAt(ticket, tables)))
    .sort((a, b) => first(a, b) || late(a, b) || began(a, b) || byNumber.compare(a.ticket.id, b.ticket.id))
    .map(({ ticket }) => ticket);
}

/**
 * Sort keys of a ticket; an unknown instant sorts last. Guests at a counter have been there without food since they
 * ordered.
 */
function placed(ticket: Ticket, party: Party | null): Placed {
  const at = (instant: string | null) => (instant === null ? Number.MAX_SAFE_INTEGER : Date.parse(instant));
  const { startedAt, readyAt, lateAt, course } = ticket;
  const began = at(startedAt ?? readyAt);
  return {
    ticket,
    late: at(lateAt),
    began,
    course: course.sequence ?? course.number,
    fed: fedAt(ticket, party) ?? began,
    first: firstCourseAt(ticket, party) ?? began,
  };
}

/** Tables by number, then counter tickets by theirs. */
function byTable({ ticket: a }: Placed, { ticket: b }: Placed): number {
  const isCounter = (ticket: Ticket) => (ticket.table === null ? 1 : 0);
  const name = ({ table, ticketNumber }: Ticket) =>
    table ? `${table.number}/${table.subNumber}` : String(ticketNumber ?? '');
  return isCounter(a) - isCounter(b) || byNumber.compare(name(a), name(b));
}
