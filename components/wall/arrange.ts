import type { Ticket } from '../../domain/live-contract';
import type { WallOptions } from './wall-options';

/** What a wall shows of its tickets, in order. */
export type Arranged = {
  cooking: Ticket[];
  ready: Ticket[];
  /** Ready ones that have left the wall; the bar counts them. */
  left: number;
};

/** The open tickets that this wall is for, sorted. `readyLeavesMs` after it was ready a card leaves; null for never. */
export function arrange(
  tickets: Iterable<Ticket>,
  options: WallOptions,
  now: number,
  readyLeavesMs: number | null,
): Arranged {
  const own = [...tickets].filter((ticket) => isOn(ticket, options));
  const hasLeft = (ticket: Ticket) => isGone(ticket, now, readyLeavesMs);
  const inOrder = sorted(own, options.sort);
  return {
    cooking: inOrder.filter((ticket) => ticket.readyAt === null),
    ready: inOrder.filter((ticket) => ticket.readyAt !== null && !hasLeft(ticket)),
    left: own.filter(hasLeft).length,
  };
}

/** How many ready ones have left the wall. Asked every second, so it orders nothing. */
export function countLeft(
  tickets: Iterable<Ticket>,
  options: WallOptions,
  now: number,
  readyLeavesMs: number | null,
): number {
  if (readyLeavesMs === null) return 0;
  let left = 0;
  for (const ticket of tickets) if (isGone(ticket, now, readyLeavesMs) && isOn(ticket, options)) left += 1;
  return left;
}

function isGone({ readyAt }: Ticket, now: number, readyLeavesMs: number | null): boolean {
  return readyLeavesMs !== null && readyAt !== null && now - Date.parse(readyAt) >= readyLeavesMs;
}

function isOn(ticket: Ticket, options: WallOptions): boolean {
  return ticket.closedAt === null && isFor(ticket, options);
}

/** A page of cards, and those that are not on it: paging never hides trouble. */
export type Page<Item> = { shown: readonly Item[]; more: readonly Item[] };

/**
 * A page of the cards; when not all fit, one place of every page is kept to tell of the others. What is late in the
 * making jumps pages: it stands first on each, in its order, in at most half of its places, so that the others still
 * come by.
 */
export function pageOf<Item>(
  tickets: readonly Item[],
  places: number,
  turned: number,
  jumps: (ticket: Item) => boolean,
): Page<Item> {
  if (tickets.length <= places) return { shown: tickets, more: [] };
  const perPage = Math.max(1, places - 1);
  const pinned = tickets.filter(jumps).slice(0, Math.floor(perPage / 2));
  const others = tickets.filter((ticket) => !pinned.includes(ticket));
  const perTurn = perPage - pinned.length;
  const from = (turned % Math.ceil(others.length / perTurn)) * perTurn;
  return {
    shown: [...pinned, ...others.slice(from, from + perTurn)],
    more: [...others.slice(0, from), ...others.slice(from + perTurn)],
  };
}

/** What is cooking, course by course: how many, and for how many guests. */
export type InFlight = { course: string; count: number; guests: number };

export function inFlight(cooking: readonly Ticket[]): InFlight[] {
  const courses = new Map<string, InFlight & { sequence: number }>();
  for (const { course, table } of cooking) {
    const name = course.abbreviation ?? course.name ?? String(course.number);
    const known = courses.get(name) ?? {
      course: name,
      count: 0,
      guests: 0,
      sequence: course.sequence ?? course.number,
    };
    courses.set(name, { ...known, count: known.count + 1, guests: known.guests + (table?.guests ?? 0) });
  }
  return [...courses.values()]
    .sort((a, b) => b.count - a.count || a.sequence - b.sequence)
    .map(({ course, count, guests }) => ({ course, count, guests }));
}

function isFor({ course, orderKind, table }: Ticket, options: WallOptions): boolean {
  if (options.kind !== null && orderKind !== options.kind) return false;
  if (options.courses.length > 0) {
    const names = [course.abbreviation?.toLowerCase(), String(course.number)];
    if (!options.courses.some((wanted) => names.includes(wanted.toLowerCase()))) return false;
  }
  if (options.tables === null) return true;
  const number = table && /^-?\d+$/.test(table.number) ? BigInt(table.number) : null;
  return number !== null && number >= options.tables.from && number <= options.tables.to;
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** A ticket beside what it is sorted by: an instant is read once, not at every comparison. */
type Placed = { ticket: Ticket; late: number; began: number; course: number };
type Compare = (a: Placed, b: Placed) => number;

const late: Compare = (a, b) => a.late - b.late;
const began: Compare = (a, b) => a.began - b.began;
const FIRST_BY: Record<WallOptions['sort'], Compare> = {
  late,
  oldest: began,
  table: byTable,
  course: (a, b) => a.course - b.course,
};

/** Orders that time alone never changes: a card only moves when something happened to it. */
function sorted(tickets: readonly Ticket[], sort: WallOptions['sort']): Ticket[] {
  const first = FIRST_BY[sort];
  return tickets
    .map(placed)
    .sort((a, b) => first(a, b) || late(a, b) || began(a, b) || byNumber.compare(a.ticket.id, b.ticket.id))
    .map(({ ticket }) => ticket);
}

function placed(ticket: Ticket): Placed {
  const at = (instant: string | null) => (instant === null ? Number.MAX_SAFE_INTEGER : Date.parse(instant));
  const { startedAt, readyAt, lateAt, course } = ticket;
  return { ticket, late: at(lateAt), began: at(startedAt ?? readyAt), course: course.sequence ?? course.number };
}

/** Tables by number, then what goes over the counter by its own. */
function byTable({ ticket: a }: Placed, { ticket: b }: Placed): number {
  const isCounter = (ticket: Ticket) => (ticket.table === null ? 1 : 0);
  const name = ({ table, ticketNumber }: Ticket) =>
    table ? `${table.number}/${table.subNumber}` : String(ticketNumber ?? '');
  return isCounter(a) - isCounter(b) || byNumber.compare(name(a), name(b));
}
