import type { TableStatus } from '../contract/live';
import { groupBy } from '../lib/collections';
import type { Instant } from './fact';
import { inSeconds } from './preparation-unit';
import { nextArrivalAmong, presumedServed } from './presumed';
import { beganAtOf, cookingDeadlines, type KeptTicket, type Reading } from './ticket';

/** The status that a table has from an instant on if no fact follows. */
export type PlannedStatus = { from: Instant; status: TableStatus };

/** Later than every instant. */
export const NEVER = Number.POSITIVE_INFINITY;
export const ALWAYS = Number.NEGATIVE_INFINITY;

/** When a ticket enters each stage that matters to its table; `NEVER` if it does not. */
export type Presence = {
  ticket: KeptTicket;
  cookingFrom: Instant;
  lateFrom: Instant;
  readyFrom: Instant;
  actionFrom: Instant;
  /** Served, collected (F10b), presumed served (F22), or closed by Heatlamp. */
  doneFrom: Instant;
  /** The turn-over time after the serve or collection has passed, or another order has taken the table (F7b). */
  goneFrom: Instant;
  /** Whether `doneFrom` is when it is presumed served. */
  isPresumed: boolean;
};

/**
 * F9b: the status at `now`, null before the first ticket, and when it ends if no fact follows. Searches outwards from
 * `now`, because a whole plan starts at the first order.
 */
export function currentStretch(
  presences: readonly Presence[],
  now: Instant,
): { current: PlannedStatus | null; until: Instant } {
  const next = instantAfter(now, presences);
  let from = instantBefore(next, presences);
  if (from === ALWAYS) return { current: null, until: next };
  const status = statusAt(from, presences);
  for (;;) {
    const before = instantBefore(from, presences);
    if (before === ALWAYS || statusAt(before, presences) !== status) break;
    from = before;
  }
  return { current: { from, status }, until: changeAfter(now, status, presences) };
}

/** When the status changes after `at`; `NEVER` if it does not. */
function changeAfter(at: Instant, status: TableStatus, presences: readonly Presence[]): Instant {
  let next = instantAfter(at, presences);
  while (next !== NEVER && statusAt(next, presences) === status) next = instantAfter(next, presences);
  return next;
}

/** The first instant after `at` at which a ticket enters another stage; `NEVER` if there is none. */
function instantAfter(at: Instant, presences: readonly Presence[]): Instant {
  let first = NEVER;
  for (const { cookingFrom, lateFrom, readyFrom, actionFrom, doneFrom, goneFrom } of presences) {
    if (cookingFrom > at && cookingFrom < first) first = cookingFrom;
    if (lateFrom > at && lateFrom < first) first = lateFrom;
    if (readyFrom > at && readyFrom < first) first = readyFrom;
    if (actionFrom > at && actionFrom < first) first = actionFrom;
    if (doneFrom > at && doneFrom < first) first = doneFrom;
    if (goneFrom > at && goneFrom < first) first = goneFrom;
  }
  return first;
}

/** The last instant before `at` at which a ticket entered another stage; `ALWAYS` if there is none. */
function instantBefore(at: Instant, presences: readonly Presence[]): Instant {
  let last = ALWAYS;
  for (const { cookingFrom, lateFrom, readyFrom, actionFrom, doneFrom, goneFrom } of presences) {
    if (cookingFrom < at && cookingFrom > last) last = cookingFrom;
    if (lateFrom < at && lateFrom > last) last = lateFrom;
    if (readyFrom < at && readyFrom > last) last = readyFrom;
    if (actionFrom < at && actionFrom > last) last = actionFrom;
    if (doneFrom < at && doneFrom > last) last = doneFrom;
    if (goneFrom < at && goneFrom > last) last = goneFrom;
  }
  return last;
}

/**
 * Highest status first (pos-interface, section 5). Called for many instants, so it makes one pass without allocations.
 */
function statusAt(at: Instant, presences: readonly Presence[]): TableStatus {
  let isLate = false;
  let isReady = false;
  let isTaken = false;
  for (const { cookingFrom, lateFrom, readyFrom, actionFrom, doneFrom, goneFrom } of presences) {
    if (within(at, readyFrom, doneFrom)) {
      if (actionFrom <= at) return 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED';
      isReady = true;
    }
    const isCooking = within(at, cookingFrom, readyFrom === NEVER ? doneFrom : readyFrom);
    if (isCooking && lateFrom <= at) isLate = true;
    if (isCooking || within(at, doneFrom, goneFrom)) isTaken = true;
  }
  if (isLate) return 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED';
  if (isReady) return 'TABLE-STATUS-ORDER-READY-TO-BE-SERVED';
  return isTaken ? 'TABLE-STATUS-TAKEN' : 'TABLE-STATUS-OPEN';
}

/** Half-open. */
function within(at: Instant, from: Instant, to: Instant): boolean {
  return from <= at && at < to;
}

/**
 * The stages of each ticket of a table. `closesAt` is when a ticket without a serve is auto-closed. A collection counts
 * at `now` at the latest, because a corrected clock offset can put an action in the future.
 */
export function presencesOf(
  tickets: readonly KeptTicket[],
  reading: Reading,
  closesAt: (ticket: KeptTicket) => Instant | null,
  now: Instant,
): Presence[] {
  const orders = [...groupBy(tickets, ({ orderKey }) => orderKey).values()];
  const nextArrival = nextArrivalAmong(orders.map(seatedAtOf));
  return orders.flatMap((courses) => {
    const seatedAt = seatedAtOf(courses);
    const company = { courses, seatedAt, nextArrival };
    const order = courses.map((ticket) => {
      const presumed = presumedServed(ticket, company, reading.limitsOf(ticket.course.number));
      return presenceOf(ticket, reading, closesAt(ticket), presumed?.at ?? NEVER, now);
    });
    // An order can only leave at the first arrival after one of its courses began or was done: no other has an effect.
    const turns = [seatedAt, ...order.flatMap(({ ticket, doneFrom }) => [beganAtOf(ticket), doneFrom])];
    const arrivals = turns.flatMap((at) => nextArrival(Math.max(at, seatedAt)) ?? []);
    return [...new Set(arrivals)].reduce(leaveTo, order);
  });
}

function seatedAtOf([first]: readonly KeptTicket[]): Instant {
  return first?.seatedAt ?? ALWAYS;
}

/** F7b: an order without open courses leaves its table when another begins there, and returns with its next course. */
function leaveTo(order: Presence[], takenAt: Instant): Presence[] {
  const isBefore = ({ ticket }: Presence) => beganAtOf(ticket) <= takenAt;
  const open = order.filter((presence) => isBefore(presence) && presence.doneFrom > takenAt);
  if (open.some(({ isPresumed }) => !isPresumed)) return order;
  const leftAt = Math.max(takenAt, ...open.map(({ doneFrom }) => doneFrom));
  return order.map((presence) =>
    isBefore(presence) ? { ...presence, goneFrom: Math.min(presence.goneFrom, leftAt) } : presence,
  );
}

/** `presumedAt` is when the ticket is presumed served (F22). */
function presenceOf(
  ticket: KeptTicket,
  reading: Reading,
  closesAt: Instant | null,
  presumedAt: Instant,
  now: Instant,
): Presence {
  const limits = reading.limitsOf(ticket.course.number);
  const { collected, confirmed } = ticket.effects;
  const collectedAt = collected && Math.min(collected.at, now);
  const foodAt = ticket.servedAt ?? collectedAt;
  const unservedUntil = Math.min(closesAt ?? NEVER, presumedAt, confirmed?.at ?? NEVER);
  const doneFrom = foodAt === null ? unservedUntil : Math.min(ticket.servedAt ?? NEVER, collectedAt ?? NEVER);
  const unlessDone = (at: Instant | null) => (at === null || at >= doneFrom ? NEVER : at);
  const readyFrom = unlessDone(ticket.readyAt);
  const { lateAt } = cookingDeadlines(ticket.startedAt, inSeconds(ticket.expectedRaw, reading.unit), limits);
  const isPresumed = foodAt === null && doneFrom === presumedAt && presumedAt < (closesAt ?? NEVER);
  // F7b: when food that is presumed served left the pass is not known, so it counts from its readiness.
  const turnsFrom = isPresumed ? ticket.readyAt : foodAt;
  return {
    ticket,
    cookingFrom: unlessDone(ticket.startedAt),
    lateFrom: lateAt ?? NEVER,
    readyFrom,
    actionFrom: readyFrom + limits.readyLateMs,
    doneFrom,
    goneFrom: turnsFrom === null ? doneFrom : Math.max(doneFrom, turnsFrom + limits.turnOverMs),
    isPresumed,
  };
}
