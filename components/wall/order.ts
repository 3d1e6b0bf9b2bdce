import type { Table, Ticket } from '../../contract/live';
import { compareNumbers } from '../../lib/compare-numbers';
import { fedAt, firstCourseAt, partyAt } from './party-clock';
import type { WallOptions } from './wall-options';

/** When a ticket is late and when it began (POS time, epoch ms); an unknown instant sorts last. */
type Instants = { late: number; began: number };
type Placed = Instants & { ticket: Ticket; key: number };
type KeyOf = (ticket: Ticket, instants: Instants, tables: ReadonlyMap<string, Table>) => number;

/** Cached, because every change of the board sorts hundreds of tickets again. */
const instants = new WeakMap<Ticket, Instants>();

// Guests at a counter have been there without food since they ordered.
const KEYS: Record<Exclude<WallOptions['sort'], 'table'>, KeyOf> = {
  late: (_, { late }) => late,
  oldest: (_, { began }) => began,
  course: ({ course }) => course.sequence ?? course.number,
  food: (ticket, { began }, tables) => fedAt(ticket, partyAt(ticket, tables)) ?? began,
  first: (ticket, { began }, tables) => firstCourseAt(ticket, partyAt(ticket, tables)) ?? began,
};

/** Sorts tickets by keys that do not depend on the current time: a card only moves after an event. */
export function sorted(
  tickets: readonly Ticket[],
  sort: WallOptions['sort'],
  tables: ReadonlyMap<string, Table>,
): Ticket[] {
  const keyOf = sort === 'table' ? null : KEYS[sort];
  return tickets
    .map((ticket): Placed => {
      const known = instantsOf(ticket);
      return { ticket, ...known, key: keyOf?.(ticket, known, tables) ?? 0 };
    })
    .sort(
      (a, b) =>
        (keyOf ? a.key - b.key : byTable(a, b)) ||
        a.late - b.late ||
        a.began - b.began ||
        compareNumbers(a.ticket.id, b.ticket.id),
    )
    .map(({ ticket }) => ticket);
}

function instantsOf(ticket: Ticket): Instants {
  const known = instants.get(ticket);
  if (known) return known;
  const at = (instant: string | null) => (instant === null ? Number.MAX_SAFE_INTEGER : Date.parse(instant));
  const read = { late: at(ticket.lateAt), began: at(ticket.startedAt ?? ticket.readyAt) };
  instants.set(ticket, read);
  return read;
}

/** Tables by number, then counter tickets by theirs. */
function byTable({ ticket: a }: Placed, { ticket: b }: Placed): number {
  const isCounter = (ticket: Ticket) => (ticket.table === null ? 1 : 0);
  const name = ({ table, ticketNumber }: Ticket) =>
    table ? `${table.number}/${table.subNumber}` : String(ticketNumber ?? '');
  return isCounter(a) - isCounter(b) || compareNumbers(name(a), name(b));
}
