import { PRACTICE_ORDER_KEYS, TEST_ORDER_KEY, TEST_TABLE, type Ticket } from '../../contract/live';
import { groupBy } from '../../lib/group';
import { isDue } from '../ticket/urgency';

/** An order as guests see it: its number and nothing else. */
export type PickupNumber = {
  /** The key of the order: numbers repeat after a day. */
  order: string;
  number: number;
  /** The ticket of the order that changed last. */
  ticket: string;
  /** When the order reached its present state: epoch ms, POS time. */
  since: number;
};

export type ReadyNumber = PickupNumber & {
  /** It became ready a few seconds ago and is highlighted. */
  isFresh: boolean;
};

export type Arranged = {
  /** Sorted by the start of preparation. */
  preparing: PickupNumber[];
  /** Newest first. */
  ready: ReadyNumber[];
};

/** How long a new number is highlighted. */
export const FRESH_MS = 20_000;

/**
 * Returns the counter's orders as guests see them at `now` (epoch ms, POS time). An order has one number for all of its
 * courses:
 *
 * - It is preparing while one of its courses cooks. It is ready when none cooks and one waits to be collected. Courses
 *   that have not started are ignored.
 * - It became ready when the last of its waiting courses did. A course that starts later does not change it back: the
 *   number was called, and the guest is on the way.
 * - A number leaves `clearMs` after it became ready, or at once when all of its courses are served, handed over or
 *   closed. A course that still cooks then moves it back to the orders in preparation.
 *
 * Courses that are presumed served are ignored. Orders without a number cannot be called and are left out, and so are
 * orders of tables.
 */
export function arrange(tickets: Iterable<Ticket>, clearMs: number, now: number): Arranged {
  const preparing: PickupNumber[] = [];
  const ready: ReadyNumber[] = [];
  const open = [...tickets].filter((ticket) => ticket.orderKind === 'cafeteria' && isDue(ticket));
  for (const [order, courses] of groupBy(open, orderOf)) {
    const last = courses.reduce((newest, each) => (each.version > newest.version ? each : newest));
    const number = last.ticketNumber ?? last.orderNumber;
    if (number === null) continue;
    const named = { order, number, ticket: last.id };
    const begun = courses.filter(({ readyAt }) => readyAt === null).flatMap(({ startedAt }) => instants(startedAt));
    const readyAt = Math.max(...courses.flatMap((course) => instants(course.readyAt)));
    const isAwaited = begun.some((startedAt) => startedAt <= readyAt);
    if (!isAwaited && now - readyAt < clearMs)
      ready.push({ ...named, since: readyAt, isFresh: now - readyAt < FRESH_MS });
    else if (begun.length > 0) preparing.push({ ...named, since: Math.min(...begun) });
  }
  return {
    preparing: preparing.sort((a, b) => a.since - b.since || a.number - b.number),
    ready: ready.sort((a, b) => b.since - a.since || b.number - a.number),
  };
}

/** A number as the board shows and calls it: that of a test or a practice says so. */
export function numberText({ order, number }: Pick<PickupNumber, 'order' | 'number'>): string {
  const key = Number(order);
  if (key === TEST_ORDER_KEY) return TEST_TABLE;
  return key >= PRACTICE_ORDER_KEYS ? `P${number}` : String(number);
}

/** A ticket's id is `<order key>-<course>-<round>`. */
function orderOf({ id }: Ticket): string {
  return id.slice(0, id.indexOf('-'));
}

function instants(text: string | null): number[] {
  return text === null ? [] : [Date.parse(text)];
}
