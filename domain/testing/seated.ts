import type { BranchCalendar } from '../business-day';
import type { Fact, Instant, OrderNames } from '../fact';
import { foldOrder } from '../fold';
import type { Limits } from '../limits';
import type { Note } from '../note';
import { limitsFor } from '../settings';
import { viewTable } from '../table';
import { type PlannedStatus, tableStatus } from '../table-plan';
import { closesAt, type KeptTicket, type Reading } from '../ticket';
import { keptTickets } from './kept-tickets';
import { clockOf, order } from './told';

export const amsterdam: BranchCalendar = { timeZone: 'Europe/Amsterdam', cutOffMinute: 4 * 60 };

/** The limits of a branch that has set nothing. */
export const limits: Limits = limitsFor([], 1, 1);
export const reading: Reading = { unit: 'seconds', limitsOf: () => limits };

export const closes = (ticket: KeptTicket): Instant | null => closesAt(ticket, limits, amsterdam);

/** The tickets of some orders as they are kept at `now`; an order's key is its place in the list. */
export function seated(orders: readonly (readonly Fact[])[], now: Instant = 0): KeptTicket[] {
  return keptOf(orders, [], now);
}

/** The tickets of orders on each of which the same was tapped. */
function keptOf(orders: readonly (readonly Fact[])[], notes: readonly Note[], now: Instant): KeptTicket[] {
  const toKeep = orders.map((facts, index) => {
    const folded = foldOrder(facts);
    const placed = folded.tickets.flatMap(({ course, round }) =>
      notes.map((note) => ({ ...note, courseNumber: course.number, round })),
    );
    return { orderKey: index + 1, folded, notes: placed };
  });
  return keptTickets(toKeep, 1, { now, serverNow: now }, () => limits, amsterdam);
}

/** The one ticket of some facts, as it is kept at `now`. */
export function ticketOf(facts: readonly Fact[], now: Instant = 0, notes: readonly Note[] = []): KeptTicket {
  const [ticket, ...others] = keptOf([facts], notes, now);
  if (!ticket || others.length > 0) throw new Error('these facts make no one ticket');
  return ticket;
}

/** Another order than the one that facts speak of by default. */
export function another(number: number): { order: OrderNames } {
  return { order: { ...order, orderId: `00000000-0000-4000-8000-00000000${number}`, number } };
}

/** The plan of a table: `['18:00 TAKEN', …]`. */
export function plan(...orders: (readonly Fact[])[]): string[] {
  return tableStatus(seated(orders), reading, closes).map(words);
}

/** The same for one order on each of whose tickets this was tapped. */
export function planOfNoted(facts: readonly Fact[], notes: readonly Note[]): string[] {
  return tableStatus(keptOf([facts], notes, 0), reading, closes).map(words);
}

export function words({ from, status }: PlannedStatus): string {
  return `${clockOf(from)} ${status.replace('TABLE-STATUS-', '')}`;
}

/**
 * A table at `now`, times as the wall clock shows them, courses as `MA COMPLETED`, parties by name. `newsAt` is the newest
 * fact's.
 */
export function view(now: Instant, orders: readonly (readonly Fact[])[], newsAt = newestOf(orders)) {
  const seen = viewTable(seated(orders, now), newsAt, now, reading, closes);
  return {
    ...seen,
    status: seen.status.replace('TABLE-STATUS-', ''),
    since: clockOf(seen.since),
    firstCourseAt: clockOf(seen.firstCourseAt),
    lastFoodAt: clockOf(seen.lastFoodAt),
    parties: seen.parties.map((party) => party.name),
    changesAt: clockOf(seen.changesAt),
    courses: seen.courses.map(
      ({ abbreviation, state }) => `${abbreviation} ${state.replace('KITCHEN-TICKET-STATE-', '')}`,
    ),
  };
}

function newestOf(orders: readonly (readonly Fact[])[]): Instant {
  return Math.max(...orders.flat().map((fact) => fact.at));
}

/** The parties at a table at `now`: each order's own clocks and dots. */
export function parties(now: Instant, orders: readonly (readonly Fact[])[]) {
  const seen = viewTable(seated(orders, now), newestOf(orders), now, reading, closes);
  return seen.parties.map(({ name, guests, courses, firstCourseAt, lastFoodAt }) => ({
    name,
    guests,
    courses: courses.map(({ abbreviation }) => abbreviation),
    firstCourseAt: clockOf(firstCourseAt),
    lastFoodAt: clockOf(lastFoodAt),
  }));
}
