import type { Party, Table, Ticket } from '../../contract/live';
import { fedAt, firstCourseAt, partyAt } from './party-clock';
import type { WallOptions } from './wall-options';

const byNumber = new Intl.Collator('en', { numeric: true });

/** A ticket beside what it is sorted by: an instant is read once, not at every comparison. */
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

/** Orders that time alone never changes: a card only moves when something happened to it. */
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

/** Whose instant is not known comes last. Guests at a counter have waited for food, and sat there, since they ordered. */
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

/** Tables by number, then what goes over the counter by its own. */
function byTable({ ticket: a }: Placed, { ticket: b }: Placed): number {
  const isCounter = (ticket: Ticket) => (ticket.table === null ? 1 : 0);
  const name = ({ table, ticketNumber }: Ticket) =>
    table ? `${table.number}/${table.subNumber}` : String(ticketNumber ?? '');
  return isCounter(a) - isCounter(b) || byNumber.compare(name(a), name(b));
}
