import type { Instant, TableNamed } from './fact';
import { groupBy } from './group';
import type { TableCourse, TableStatus } from './live-contract';
import { inSeconds } from './preparation-unit';
import { cookingDeadlines, type KeptTicket, type Reading, ticketState } from './ticket';

/** From when on a table has a status, if no fact comes. */
export type PlannedStatus = { from: Instant; status: TableStatus };

/** When a ticket is in which stage, as far as its table is concerned. */
type Presence = {
  ticket: KeptTicket;
  cookingFrom: Instant | null;
  lateFrom: Instant | null;
  readyFrom: Instant | null;
  actionFrom: Instant | null;
  /** Served, collected (F10b), or closed by us. */
  doneFrom: Instant | null;
  /** The turn-over time after the serve, or after it was collected, is over. */
  goneFrom: Instant | null;
};

/**
 * F9: the statuses of a table over time, past and to come, from the tickets of the orders that are on it.
 * Begins with the first news; empty for no tickets. `closesAt` is when we close a ticket that nobody serves.
 */
export function tableStatus(
  tickets: readonly KeptTicket[],
  reading: Reading,
  closesAt: (ticket: KeptTicket) => Instant | null,
): PlannedStatus[] {
  return planOf(tickets.map((ticket) => presenceOf(ticket, reading, closesAt(ticket), Number.POSITIVE_INFINITY)));
}

function planOf(presences: readonly Presence[]): PlannedStatus[] {
  const instants = new Set<Instant>();
  for (const { cookingFrom, lateFrom, readyFrom, actionFrom, doneFrom, goneFrom } of presences) {
    for (const at of [cookingFrom, lateFrom, readyFrom, actionFrom, doneFrom, goneFrom])
      if (at !== null) instants.add(at);
  }
  const plan: PlannedStatus[] = [];
  for (const from of [...instants].sort((a, b) => a - b)) {
    const status = statusAt(from, presences);
    if (plan.at(-1)?.status !== status) plan.push({ from, status });
  }
  return plan;
}

/** The entry of a plan that holds at `now`; null before the first. */
export function plannedAt(plan: readonly PlannedStatus[], now: Instant): PlannedStatus | null {
  return plan.findLast((entry) => entry.from <= now) ?? null;
}

/** A table at one instant, as far as facts and limits tell it. */
export type TableView = {
  status: TableStatus;
  since: Instant | null;
  name: string | null;
  guests: number | null;
  courses: TableCourse[];
  /** When the first course of all that is on it began. */
  firstCourseAt: Instant | null;
  lastFoodAt: Instant | null;
  /** When time alone changes something next; null for never. */
  changesAt: Instant | null;
};

/**
 * F7 to F9: a table at `now`, from the tickets of the orders that are on it. An order is on its table while a course
 * is open, and for the turn-over time after its last serve. `newsAt` is the newest fact that concerns the table.
 */
export function viewTable(
  tickets: readonly KeptTicket[],
  newsAt: Instant,
  now: Instant,
  reading: Reading,
  closesAt: (ticket: KeptTicket) => Instant | null,
): TableView {
  const presences = tickets.map((ticket) => presenceOf(ticket, reading, closesAt(ticket), now));
  const plan = planOf(presences);
  const current = plannedAt(plan, now);
  const status = current?.status ?? 'TABLE-STATUS-OPEN';
  const orders = [...groupBy(presences, ({ ticket }) => ticket.orderKey).values()];
  const staying = orders.filter((order) => endOf(order) > now);
  const present = staying.map((order) => order.map(({ ticket }) => ticket));
  const party = newestTable(present);
  // News that is none of the orders' here is that of one that left: a free table is free since then, not since before.
  const freeFrom = tickets.every((ticket) => ticket.lastNewsAt < newsAt) ? newsAt : Number.NEGATIVE_INFINITY;
  const next = [...plan.map((entry) => entry.from), ...staying.map(endOf)].filter(
    (at) => at > now && Number.isFinite(at),
  );
  return {
    status,
    since: status === 'TABLE-STATUS-OPEN' ? Math.max(current?.from ?? newsAt, freeFrom) : (current?.from ?? null),
    name: party?.name ?? null,
    guests: party?.guests ?? null,
    courses: present.flatMap(latestRounds).sort(bySequence).map(dot),
    firstCourseAt: present.flat().map(beganAt).reduce(earliest, null),
    lastFoodAt: latest(present.flat().map(foodOnTableAt)),
    changesAt: next.length > 0 ? Math.min(...next) : null,
  };
}

/** Highest first (pos-interface, section 5). Asked for every instant of a plan: one walk, nothing made on the way. */
function statusAt(at: Instant, presences: readonly Presence[]): TableStatus {
  let isLate = false;
  let isReady = false;
  let isTaken = false;
  for (const { cookingFrom, lateFrom, readyFrom, actionFrom, doneFrom, goneFrom } of presences) {
    if (within(at, readyFrom, doneFrom)) {
      if (actionFrom !== null && actionFrom <= at) return 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED';
      isReady = true;
    }
    const isCooking = within(at, cookingFrom, readyFrom ?? doneFrom);
    if (isCooking && lateFrom !== null && lateFrom <= at) isLate = true;
    if (isCooking || within(at, doneFrom, goneFrom)) isTaken = true;
  }
  if (isLate) return 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED';
  if (isReady) return 'TABLE-STATUS-ORDER-READY-TO-BE-SERVED';
  return isTaken ? 'TABLE-STATUS-TAKEN' : 'TABLE-STATUS-OPEN';
}

/** Half-open; a step that never came begins nothing, an end that is not known never comes. */
function within(at: Instant, from: Instant | null, to: Instant | null): boolean {
  return from !== null && from <= at && (to === null || at < to);
}

/** `now` bounds when it was collected: by what is known of the POS's clock today, a tap may seem to be still to come. */
function presenceOf(ticket: KeptTicket, reading: Reading, closesAt: Instant | null, now: Instant): Presence {
  const limits = reading.limitsOf(ticket.course.number);
  const collectedAt = ticket.noted.collected && Math.min(ticket.noted.collected.at, now);
  const foodAt = ticket.servedAt ?? collectedAt;
  const doneFrom = earliest(ticket.servedAt, collectedAt) ?? closesAt;
  const passed = (at: Instant | null) => (at !== null && doneFrom !== null && at >= doneFrom ? null : at);
  const readyFrom = passed(ticket.readyAt);
  const { lateAt } = cookingDeadlines(ticket.startedAt, inSeconds(ticket.expectedRaw, reading.unit), limits);
  return {
    ticket,
    cookingFrom: passed(ticket.startedAt),
    lateFrom: lateAt,
    readyFrom,
    actionFrom: readyFrom === null ? null : readyFrom + limits.readyLateMs,
    doneFrom,
    goneFrom: foodAt === null ? doneFrom : foodAt + limits.turnOverMs,
  };
}

/** F10b: a collected course counts as food on the table, until the POS says when it was served. */
function foodOnTableAt({ servedAt, noted }: KeptTicket): Instant | null {
  return servedAt ?? noted.collected?.at ?? null;
}

/** When a course began, as far as the POS told: a start that never came is not guessed. */
function beganAt({ startedAt, readyAt, servedAt }: KeptTicket): Instant | null {
  return startedAt ?? readyAt ?? servedAt;
}

function earliest(a: Instant | null, b: Instant | null): Instant | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

/** When the last of an order is gone from its table; infinity where that is not known. */
function endOf(order: readonly Presence[]): Instant {
  return Math.max(...order.map(({ goneFrom }) => goneFrom ?? Number.POSITIVE_INFINITY));
}

/** Who sits there now: the table as the order with the newest news names it. */
function newestTable(present: readonly KeptTicket[][]): TableNamed | null {
  const byNews = present.flat().toSorted((a, b) => a.lastNewsAt - b.lastNewsAt || compareOrders(a, b));
  return byNews.at(-1)?.table ?? null;
}

/** Two orders with news at the same instant: told apart by what the POS says, never by arrival. */
function compareOrders(a: KeptTicket, b: KeptTicket): number {
  const name = ({ order }: KeptTicket) => `${order.orderId}/${order.kind}/${order.year}/${order.number}`;
  return name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0;
}

function latestRounds(order: readonly KeptTicket[]): KeptTicket[] {
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

function dot(ticket: KeptTicket): TableCourse {
  const { number, abbreviation, sequence } = ticket.course;
  return { number, abbreviation, sequence, state: ticketState(ticket) };
}

function latest(instants: readonly (Instant | null)[]): Instant | null {
  return instants.reduce((newest, at) => (at !== null && (newest === null || at > newest) ? at : newest), null);
}
