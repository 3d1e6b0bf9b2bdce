import type { Table, Ticket } from '../../contract/live';
import { compareNumbers } from '../../lib/collections';
import { isInTables } from '../screen/table-list';
import { isDue, isPractice, isPresumed } from '../ticket/ticket-state';
import { toMs } from '../time/clock-text';
import { fedAt, firstCourseAt, partyAt } from './card-state';
import type { WallOptions } from './wall-options';

/** Input of `arrange`. */
export type Arranging = {
  options: WallOptions;
  /** The server's id of this screen; null until the server has sent it. */
  screen: number | null;
  /** Time after which a ready card leaves the wall, in ms; null for never. */
  readyLeavesMs: number | null;
  tables: ReadonlyMap<string, Table>;
};

/** The tickets that a wall shows, sorted. */
export type Arranged = {
  cooking: Ticket[];
  ready: Ticket[];
  /** Both in the order of a wall without lanes. */
  shown: Ticket[];
  /** Ready tickets that left the wall after `readyLeavesMs`; the bar shows this count. */
  left: number;
  /** Tickets hidden on this screen, in the same order; the bar counts them too. */
  hidden: Ticket[];
  /** Number of tickets presumed served: nobody has to act on them. */
  presumed: number;
};

/** Sorts the open tickets of this wall at `now` (POS time, epoch ms). */
export function arrange(tickets: Iterable<Ticket>, by: Arranging, now: number): Arranged {
  const all = [...tickets].filter((ticket) => isFor(ticket, by.options));
  const arranged: Arranged = {
    cooking: [],
    ready: [],
    shown: [],
    left: 0,
    hidden: [],
    presumed: all.filter(isPresumed).length,
  };
  for (const ticket of sorted(all.filter(isDue), by.options.sort, by.tables)) {
    if (isHiddenOn(ticket, by.screen)) arranged.hidden.push(ticket);
    else if (ticket.readyAt === null) arranged.cooking.push(ticket);
    else if (isGone(ticket, now, by.readyLeavesMs)) arranged.left += 1;
    else arranged.ready.push(ticket);
  }
  const { cooking, ready } = arranged;
  arranged.shown = by.options.sort === 'ready' ? [...ready, ...cooking] : [...cooking, ...ready];
  if (by.options.sort === 'whole') arranged.shown = byParty(sorted(arranged.shown, 'late', by.tables));
  return arranged;
}

/** Keeps the tickets of a party together, in course order, at the place of its first one. */
function byParty(tickets: readonly Ticket[]): Ticket[] {
  const parties = new Map<string, Ticket[]>();
  for (const ticket of tickets) {
    const party = ticket.table ? `${ticket.table.number}/${ticket.table.subNumber}` : `#${ticket.id}`;
    const known = parties.get(party);
    if (known) known.push(ticket);
    else parties.set(party, [ticket]);
  }
  const courseOf = ({ course }: Ticket) => course.sequence ?? course.number;
  return [...parties.values()].flatMap((party) => party.sort((a, b) => courseOf(a) - courseOf(b)));
}

/** Number of ready tickets that have left the wall. Called every second, so it does not sort. */
export function countLeft(
  tickets: Iterable<Ticket>,
  { options, screen, readyLeavesMs }: Arranging,
  now: number,
): number {
  let left = 0;
  for (const ticket of tickets)
    if (isGone(ticket, now, readyLeavesMs) && isOn(ticket, options) && !isHiddenOn(ticket, screen)) left += 1;
  return left;
}

/** Whether the ticket was hidden on this screen. */
export function isHiddenOn({ hiddenOn }: Ticket, screen: number | null): boolean {
  return screen !== null && hiddenOn.includes(screen);
}

function isGone({ readyAt }: Ticket, now: number, readyLeavesMs: number | null): boolean {
  return readyLeavesMs !== null && readyAt !== null && now - Date.parse(readyAt) >= readyLeavesMs;
}

/** Whether the wall has the ticket at all. A ticket that a waiter took leaves at once: the cook is done with it. */
export function isOn(ticket: Ticket, options: WallOptions): boolean {
  return isDue(ticket) && isFor(ticket, options);
}

/** One page of cards, and the cards on other pages. */
export type Page<Item> = {
  shown: readonly Item[];
  more: readonly Item[];
  /** Number of pages; 1 if all cards fit. */
  pages: number;
};

/**
 * Returns one page of the cards. Late cards come first on every page, in their own order, but take at most half of its
 * places so that the other cards still get their turn.
 */
export function pageOf<Item>(
  tickets: readonly Item[],
  places: number,
  turned: number,
  jumps: (ticket: Item) => boolean,
): Page<Item> {
  if (tickets.length <= places) return { shown: tickets, more: [], pages: 1 };
  const pinned = tickets.filter(jumps).slice(0, Math.floor(places / 2));
  const others = tickets.filter((ticket) => !pinned.includes(ticket));
  const perTurn = places - pinned.length;
  const pages = Math.ceil(others.length / perTurn);
  const from = (turned % pages) * perTurn;
  return {
    shown: [...pinned, ...others.slice(from, from + perTurn)],
    more: [...others.slice(0, from), ...others.slice(from + perTurn)],
    pages,
  };
}

/** Moves late items to the front; both parts keep their order, so that late cooking stays before late on the pass. */
export function lateFirst<Item>(items: readonly Item[], isLate: (item: Item) => boolean): Item[] {
  return [...items.filter(isLate), ...items.filter((item) => !isLate(item))];
}

/** What is in preparation: each course with its number, in course order, and the guests of all, each party once. */
export type InFlight = { courses: { course: string; count: number; sequence: number }[]; guests: number };

export function inFlight(cooking: readonly Ticket[]): InFlight {
  const courses = new Map<string, InFlight['courses'][number]>();
  const parties = new Map<string, number>();
  for (const { id, course, orderId, table } of cooking) {
    const name = course.abbreviation ?? course.name ?? String(course.number);
    const known = courses.get(name) ?? { course: name, count: 0, sequence: course.sequence ?? course.number };
    known.count += 1;
    courses.set(name, known);
    parties.set(orderId ?? id, Math.max(parties.get(orderId ?? id) ?? 0, table?.guests ?? 0));
  }
  return {
    courses: [...courses.values()].sort((a, b) => a.sequence - b.sequence),
    guests: [...parties.values()].reduce((sum, guests) => sum + guests, 0),
  };
}

/** Whether the wall's filters let the ticket through. */
function isFor(ticket: Ticket, options: WallOptions): boolean {
  const { course, orderKind, table } = ticket;
  if (isPractice(ticket)) return true;
  if (options.kind !== null && orderKind !== options.kind) return false;
  if (options.courses.length > 0) {
    const names = [course.abbreviation?.toLowerCase(), String(course.number)];
    if (!options.courses.some((wanted) => names.includes(wanted.toLowerCase()))) return false;
  }
  return isInTables(options.tables, table?.number ?? null);
}

/** When a ticket is late and when it began (POS time, epoch ms); an unknown instant sorts last. */
type Instants = { late: number; began: number };
type Placed = Instants & { ticket: Ticket; key: number };
type KeyOf = (ticket: Ticket, instants: Instants, tables: ReadonlyMap<string, Table>) => number;

// Guests at a counter have been there without food since they ordered.
const KEYS: Record<Exclude<WallOptions['sort'], 'table'>, KeyOf> = {
  late: (_, { late }) => late,
  whole: (_, { late }) => late,
  ready: ({ readyAt }, { late }) => toMs(readyAt) ?? late,
  oldest: (_, { began }) => began,
  course: ({ course }) => course.sequence ?? course.number,
  food: (ticket, { began }, tables) => fedAt(ticket, partyAt(ticket, tables)) ?? began,
  first: (ticket, { began }, tables) => firstCourseAt(ticket, partyAt(ticket, tables)) ?? began,
};

/** Sorts tickets by keys that do not depend on the current time: a card only moves after an event. */
function sorted(tickets: readonly Ticket[], sort: WallOptions['sort'], tables: ReadonlyMap<string, Table>): Ticket[] {
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

/** Cached, because every change of the board sorts hundreds of tickets again. */
const instants = new WeakMap<Ticket, Instants>();

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

/** Tickets that recently left a wall. */
type Recallable = {
  /** Open tickets hidden on this screen, which can be restored, by table number. */
  hidden: Ticket[];
  /** Other tickets that left the wall within the last half hour, latest first. */
  gone: Ticket[];
};

/** Time for which the board still sends a closed ticket (contract, Board). */
const RECALLABLE_MS = 30 * 60_000;

type Wall = Pick<Arranging, 'options' | 'screen' | 'readyLeavesMs'>;

/** Tickets that a wall with these filters hid or lost, at `now` (POS time, epoch ms). */
export function recallable(
  tickets: Iterable<Ticket>,
  { options, screen, readyLeavesMs }: Wall,
  now: number,
): Recallable {
  const own = [...tickets].filter((ticket) => isFor(ticket, options));
  const hidden = own.filter((ticket) => isOn(ticket, options) && isHiddenOn(ticket, screen));
  const left = own.flatMap((ticket) => {
    const at = leftAt(ticket, readyLeavesMs);
    return at > now || now - at >= RECALLABLE_MS || hidden.includes(ticket) ? [] : [{ ticket, at }];
  });
  return {
    hidden: sorted(hidden, 'table', new Map()),
    gone: left.sort((a, b) => b.at - a.at).map(({ ticket }) => ticket),
  };
}

/**
 * When a ticket leaves the wall (epoch ms): taken, closed, or else presumed served or ready for long enough; infinity for
 * never.
 */
function leftAt({ collected, closedAt, presumedServed, readyAt }: Ticket, readyLeavesMs: number | null): number {
  const last = collected?.at ?? closedAt;
  if (last !== null) return Date.parse(last);
  const presumedAt = toMs(presumedServed?.at ?? null) ?? Number.POSITIVE_INFINITY;
  return readyAt === null || readyLeavesMs === null
    ? presumedAt
    : Math.min(presumedAt, Date.parse(readyAt) + readyLeavesMs);
}
