import type { Party, Table, TableCourse, TableStatus } from '../contract/live';
import { groupBy } from '../lib/collections';
import { type Instant, type TableNamed, toIso } from './fact';
import { ALWAYS, currentStretch, NEVER, type Presence, presencesOf } from './table-plan';
import { beganAtOf, type KeptTicket, type Reading, ticketState } from './ticket';
import { orderKeyOf } from './ticket-ids';

/** One order at a table: its own guests, courses and clocks. */
type PartyView = {
  orderKey: number;
  name: string | null;
  guests: number | null;
  courses: TableCourse[];
  firstCourseAt: Instant | null;
  lastFoodAt: Instant | null;
};

/** A table at one instant, derived from facts and limits. */
export type TableView = {
  status: TableStatus;
  since: Instant | null;
  name: string | null;
  guests: number | null;
  courses: TableCourse[];
  /** When the first course of the orders at it began. */
  firstCourseAt: Instant | null;
  lastFoodAt: Instant | null;
  /** The orders at it, in order of arrival. */
  parties: PartyView[];
  /** When something changes next without a new fact; null for never. */
  changesAt: Instant | null;
};

/**
 * F7 to F9: a table at `now`, from the tickets of its orders. An order is at its table while a course is open, and for
 * the turn-over time after its last serve unless another order begins there. `newsAt` is the instant of the newest fact
 * that concerns the table.
 */
export function viewTable(
  tickets: readonly KeptTicket[],
  newsAt: Instant,
  now: Instant,
  reading: Reading,
  closesAt: (ticket: KeptTicket) => Instant | null,
): TableView {
  const presences = presencesOf(tickets, reading, closesAt, now);
  const { current, until } = currentStretch(presences, now);
  const status = current?.status ?? 'TABLE-STATUS-OPEN';
  const staying = stayingAt(now, presences);
  const present = staying.map((order) => order.map(({ ticket }) => ticket)).sort(bySeat);
  const newest = newestTable(present);
  // News that belongs to no order here is that an order moved away: the table has been open since then at the earliest.
  const freeFrom = tickets.every((ticket) => ticket.lastNewsAt < newsAt) ? newsAt : ALWAYS;
  // The status cannot have begun before the earliest party that is still here was seated.
  const seatedFrom = present[0]?.[0]?.seatedAt ?? ALWAYS;
  const presumed = presumedAt(now, presences);
  const next = Math.min(
    until,
    ...staying.map(endOf),
    ...staying.flat().map((presence) => presumedAfter(now, presence)),
  );
  return {
    status,
    since:
      status === 'TABLE-STATUS-OPEN'
        ? Math.max(current?.from ?? newsAt, freeFrom)
        : current && Math.max(current.from, seatedFrom),
    name: newest?.name ?? null,
    guests: newest?.guests ?? null,
    courses: present.flatMap(latestRounds).sort(bySequence).map(dotOf(presumed)),
    firstCourseAt: firstCourseAt(present.flat()),
    lastFoodAt: latest(present.flat().map(foodOnTableAt(presumed))),
    parties: present.map((order) => partyView(order, presumed)),
    changesAt: next === NEVER ? null : next,
  };
}

function partyView(order: readonly KeptTicket[], presumed: ReadonlySet<KeptTicket>): PartyView {
  const [first] = order;
  return {
    orderKey: first?.orderKey ?? 0,
    name: first?.table?.name ?? null,
    guests: first?.table?.guests ?? null,
    courses: latestRounds(order).toSorted(bySequence).map(dotOf(presumed)),
    firstCourseAt: firstCourseAt(order),
    lastFoodAt: latest(order.map(foodOnTableAt(presumed))),
  };
}

function bySeat([a]: readonly KeptTicket[], [b]: readonly KeptTicket[]): number {
  return a && b ? a.seatedAt - b.seatedAt || compareOrders(a, b) : 0;
}

/** The tickets of the orders that are still at the table at `now`, by order. */
function stayingAt(now: Instant, presences: readonly Presence[]): Presence[][] {
  const keys = new Set<number>();
  for (const { ticket, goneFrom } of presences) if (goneFrom > now) keys.add(ticket.orderKey);
  const staying = presences.filter(({ ticket }) => keys.has(ticket.orderKey));
  return [...groupBy(staying, ({ ticket }) => ticket.orderKey).values()];
}

/**
 * F10b: a collected course counts as food on the table until the POS reports the serve. F7b: one that is presumed
 * served, or confirmed, counts from its readiness.
 */
function foodOnTableAt(presumed: ReadonlySet<KeptTicket>): (ticket: KeptTicket) => Instant | null {
  return (ticket) => {
    const { servedAt, readyAt, effects } = ticket;
    return servedAt ?? effects.collected?.at ?? (presumed.has(ticket) || effects.confirmed ? readyAt : null);
  };
}

function firstCourseAt(tickets: readonly KeptTicket[]): Instant | null {
  return tickets.length === 0 ? null : Math.min(...tickets.map(beganAtOf));
}

/** When an order leaves its table. */
function endOf(order: readonly Presence[]): Instant {
  return Math.max(...order.map(({ goneFrom }) => goneFrom));
}

/** The table as the order with the newest fact describes it. */
function newestTable(present: readonly KeptTicket[][]): TableNamed | null {
  let newest: KeptTicket | null = null;
  for (const ticket of present.flat())
    if (!newest || (ticket.lastNewsAt - newest.lastNewsAt || compareOrders(ticket, newest)) >= 0) newest = ticket;
  return newest?.table ?? null;
}

/** Breaks ties between orders with news at the same instant, independently of their order of arrival. */
function compareOrders(a: KeptTicket, b: KeptTicket): number {
  const name = ({ order }: KeptTicket) => `${order.orderId}/${order.kind}/${order.year}/${order.number}`;
  return name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0;
}

function latestRounds(order: readonly KeptTicket[]): readonly KeptTicket[] {
  if (order.every(({ round }) => round === 1)) return order;
  return [...groupBy(order, (ticket) => ticket.course.number).values()].map((rounds) =>
    rounds.reduce((newest, ticket) => (ticket.round > newest.round ? ticket : newest)),
  );
}

function bySequence(a: KeptTicket, b: KeptTicket): number {
  return (
    (a.course.sequence ?? a.course.number) - (b.course.sequence ?? b.course.number) ||
    a.course.number - b.course.number ||
    compareOrders(a, b)
  );
}

/** F22: the tickets that are presumed served at `now`, even if the stored ticket does not say so yet. */
function presumedAt(now: Instant, presences: readonly Presence[]): Set<KeptTicket> {
  return new Set(
    presences.flatMap(({ ticket, isPresumed, doneFrom }) => (isPresumed && doneFrom <= now ? ticket : [])),
  );
}

/** When a ticket will be presumed served: that changes its dot even if the table's status stays the same. */
function presumedAfter(now: Instant, { isPresumed, doneFrom }: Presence): Instant {
  return isPresumed && doneFrom > now ? doneFrom : NEVER;
}

function dotOf(presumed: ReadonlySet<KeptTicket>): (ticket: KeptTicket) => TableCourse {
  return (ticket) => {
    const { number, abbreviation, sequence } = ticket.course;
    const { collected, confirmed } = ticket.effects;
    const presumedServed = presumed.has(ticket) && confirmed === null;
    return {
      ...{ number, abbreviation, sequence, state: ticketState(ticket), presumedServed },
      ...((collected || confirmed) && { collected: true }),
    };
  };
}

function latest(instants: readonly (Instant | null)[]): Instant | null {
  return instants.reduce((newest, at) => (at !== null && (newest === null || at > newest) ? at : newest), null);
}

/** A table in the form of the contract. */
export function readTable(
  table: { number: string; subNumber: string; view: TableView; version: number },
  branch: number,
): Table {
  const { view } = table;
  return {
    branch,
    number: table.number,
    subNumber: table.subNumber,
    name: view.name,
    guests: view.guests,
    status: view.status,
    since: toIso(view.since),
    courses: view.courses,
    firstCourseAt: toIso(view.firstCourseAt),
    lastFoodAt: toIso(view.lastFoodAt),
    parties: view.parties.map(readParty),
    version: table.version,
  };
}

/** A party in the form of the contract. */
export function readParty(party: PartyView): Party {
  return { ...party, firstCourseAt: toIso(party.firstCourseAt), lastFoodAt: toIso(party.lastFoodAt) };
}

/** The party at a table that a ticket belongs to; null if its order has left the table or the table is unknown. */
export function partyOf(table: Table | null | undefined, ticketId: string): Party | null {
  const orderKey = orderKeyOf(ticketId);
  return table?.parties.find((party) => party.orderKey === orderKey) ?? null;
}
