import type { Party, Table, Ticket } from '../../contract/live';
import { partyOf } from '../../domain/table';
import { orderKeyOf } from '../../domain/ticket-ids';
import { togetherIn } from '../../domain/together';
import { groupBy } from '../../lib/collections';
import { isLateInTheMaking, isNew, type Urgency, urgencyOf } from '../ticket/ticket-state';
import type { WallOptions } from './wall-options';

/** Clock that the wall shows, and the wait after which this party counts as hungry in ms, if known. */
export type Clocked = { clock: WallOptions['clock']; usualWaitMs: number | null };

/**
 * Clock at the foot of a card, in whole minutes: time without food, the same once it is too long, time since the first
 * course.
 */
export type FootClock = 'noFood' | 'hungry' | 'firstCourse';

/** The part of a card that depends on time, without timer and progress. */
export type TimedState = {
  urgency: Urgency;
  isNew: boolean;
  /** Null if the foot shows the target or the cooking time. */
  clock: FootClock | null;
  minutes: number;
  /** F29: until the food of the order is complete, in whole seconds; null if that is not soon. */
  handsInSeconds: number | null;
};

/** State of a card at `now` (POS time, epoch ms). `order`: all courses of its order. */
export function timedStateAt(
  ticket: Ticket,
  order: readonly Ticket[],
  party: Party | null,
  clocked: Clocked,
  now: number,
): TimedState {
  const handsIn = togetherIn(order, now);
  return {
    urgency: urgencyOf(ticket, now),
    isNew: isNew(ticket, now),
    handsInSeconds: handsIn === null ? null : Math.ceil(handsIn / 1000),
    ...footAt(ticket, party, clocked, now),
  };
}

/** Cached, because every card looks for its order after every change. */
const orders = new WeakMap<ReadonlyMap<string, Ticket>, Map<number, Ticket[]>>();

/** All courses on the board of the order of a ticket. */
export function orderOf({ id }: Ticket, tickets: ReadonlyMap<string, Ticket>): readonly Ticket[] {
  let known = orders.get(tickets);
  if (!known) {
    known = groupBy(tickets.values(), (ticket) => orderKeyOf(ticket.id));
    orders.set(tickets, known);
  }
  return known.get(orderKeyOf(id)) ?? [];
}

/** Used until the branch's time is known. */
export const FIRST_STATE: TimedState = {
  urgency: 'cooking',
  isNew: false,
  clock: null,
  minutes: 0,
  handsInSeconds: null,
};

function footAt(
  ticket: Ticket,
  party: Party | null,
  { clock, usualWaitMs }: Clocked,
  now: number,
): Pick<TimedState, 'clock' | 'minutes'> {
  if (clock === 'first') return counted('firstCourse', firstCourseAt(ticket, party), now);
  if (clock === 'food') {
    const since = fedAt(ticket, party);
    const isHungry = since !== null && usualWaitMs !== null && now - since >= usualWaitMs;
    return counted(isHungry ? 'hungry' : 'noFood', since, now);
  }
  return counted(
    'noFood',
    // Time without food matters once the table's course is late.
    isLateInTheMaking(ticket, now) && party?.lastFoodAt ? Date.parse(party.lastFoodAt) : null,
    now,
  );
}

function counted(clock: FootClock, since: number | null, now: number): Pick<TimedState, 'clock' | 'minutes'> {
  if (since === null) return { clock: null, minutes: 0 };
  return { clock, minutes: Math.max(0, Math.floor((now - since) / 60_000)) };
}

/** The ticket's own party, never another one at the same table; null at the counter. */
export function partyAt({ id, table }: Ticket, tables: ReadonlyMap<string, Table>): Party | null {
  return table && partyOf(tables.get(`${table.number}/${table.subNumber}`), id);
}

/**
 * Start of the party's wait for food (POS time, epoch ms): its last food, or else the start of its first course. Null
 * at the counter and if no event gives the time.
 */
export function fedAt(ticket: Ticket, party: Party | null): number | null {
  return party?.lastFoodAt ? Date.parse(party.lastFoodAt) : firstCourseAt(ticket, party);
}

/**
 * Start of the party's first course, or of the ticket if the board does not have it (POS time, epoch ms). Null as in
 * `fedAt`.
 */
export function firstCourseAt({ startedAt, readyAt, table }: Ticket, party: Party | null): number | null {
  const began = party?.firstCourseAt ?? startedAt ?? readyAt;
  return table && began ? Date.parse(began) : null;
}

/** The size of the party of a ticket; null if it is unknown. */
export function guestsOf({ table }: Ticket, party: Party | null): number | null {
  return party?.guests ?? table?.guests ?? null;
}
