import type { BranchCalendar } from '../business-day';
import type { Fact, Instant, OrderNames } from '../fact';
import { foldOrder } from '../fold';
import type { Limits } from '../limits';
import { keptTickets } from '../practice';
import { limitsFor } from '../settings';
import { viewTable } from '../table';
import { ALWAYS, currentStretch, NEVER, type PlannedStatus, presencesOf } from '../table-plan';
import { closesAt, type KeptTicket, type Reading } from '../ticket';
import type { TicketAction } from '../ticket-action';
import { clockOf, order } from './facts';

export const amsterdam: BranchCalendar = { timeZone: 'Europe/Amsterdam', cutOffMinute: 4 * 60 };

/** The limits of a branch without settings. */
export const limits: Limits = limitsFor([], 1, 1);
export const reading: Reading = { unit: 'seconds', limitsOf: () => limits };

export const closes = (ticket: KeptTicket): Instant | null => closesAt(ticket, limits, amsterdam);

/** The kept tickets of some orders at `now`; an order's key is its position in the list, from 1. */
export function seated(orders: readonly (readonly Fact[])[], now: Instant = 0): KeptTicket[] {
  return keptOf(orders, [], now);
}

/** The kept tickets of orders, with the same actions on each ticket. */
function keptOf(orders: readonly (readonly Fact[])[], actions: readonly TicketAction[], now: Instant): KeptTicket[] {
  const toKeep = orders.map((facts, index) => {
    const folded = foldOrder(facts);
    const placed = folded.tickets.flatMap(({ course, round }) =>
      actions.map((action) => ({ ...action, courseNumber: course.number, round })),
    );
    return { orderKey: index + 1, folded, actions: placed };
  });
  return keptTickets(toKeep, 1, { now, serverNow: now }, () => limits, amsterdam);
}

/** The single kept ticket of some facts at `now`. Throws if they make more or none. */
export function ticketOf(facts: readonly Fact[], now: Instant = 0, actions: readonly TicketAction[] = []): KeptTicket {
  const [ticket, ...others] = keptOf([facts], actions, now);
  if (!ticket || others.length > 0) throw new Error('these facts do not make exactly one ticket');
  return ticket;
}

/** An order other than the default one of the facts. */
export function another(number: number): { order: OrderNames } {
  return { order: { ...order, orderId: `00000000-0000-4000-8000-00000000${number}`, number } };
}

/** The plan of a table: `['18:00 TAKEN', …]`. */
export function plan(...orders: (readonly Fact[])[]): string[] {
  return planOf(seated(orders));
}

/** Every status of a table in turn, each followed to its end. */
export function planOf(tickets: readonly KeptTicket[], by: Reading = reading): string[] {
  const presences = presencesOf(tickets, by, closes, NEVER);
  const entries: string[] = [];
  for (let { until } = currentStretch(presences, ALWAYS); until !== NEVER; ) {
    const stretch = currentStretch(presences, until);
    if (stretch.current?.from !== until) throw new Error('a status does not begin where the one before it ends');
    entries.push(describeStatus(stretch.current));
    until = stretch.until;
  }
  return entries;
}

/** The plan of a table with one order that has these actions on each ticket. */
export function planWithActions(facts: readonly Fact[], actions: readonly TicketAction[]): string[] {
  return planOf(keptOf([facts], actions, 0));
}

function describeStatus({ from, status }: PlannedStatus): string {
  return `${clockOf(from)} ${status.replace('TABLE-STATUS-', '')}`;
}

/**
 * A table at `now`, with local times, courses as `MA COMPLETED`, and parties by name. `newsAt` is the instant of the
 * newest fact.
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

/** The parties at a table at `now`, with local times. */
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
