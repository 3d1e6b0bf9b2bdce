import type { Ticket } from '../../contract/live';
import { groupBy } from '../../lib/group';
import { isPresumed } from '../ticket/urgency';

/** An order as guests see it: a number, and nothing else of it. */
export type PickupNumber = {
  /** The key of the order; numbers come again after a day. */
  order: string;
  number: number;
  /** The ticket of the order that changed last. */
  ticket: string;
  /** When it came to where it stands, in epoch ms of the POS's clock. */
  since: number;
};

export type ReadyNumber = PickupNumber & {
  /** It became ready only just now, and stands out. */
  isFresh: boolean;
};

export type Arranged = {
  /** In the order in which the kitchen began. */
  preparing: PickupNumber[];
  /** The newest first. */
  ready: ReadyNumber[];
};

/** So long a number stands out: time to look up, and to look twice. */
export const FRESH_MS = 20_000;

/**
 * What guests see of the counter's orders at `now` (epoch ms, POS time). An order has one number, however many courses:
 *
 * - It is preparing while a course of it cooks, and ready once none does and one waits to be fetched. Courses that are
 *   not started yet count for nothing.
 * - It became ready when the last of the courses that wait did. A course that is started after that does not take the
 *   word back: its number was called, and somebody is on the way.
 * - `clearMs` after it became ready a number leaves; so it does at once when all of its courses are served or closed. A
 *   course that still cooks then puts it back among the preparing ones.
 *
 * A course that is presumed served was fetched, as far as anybody can tell: it counts for nothing.
 *
 * An order without any number cannot be called, and is left out; so is what a table ordered, whoever opens the page.
 */
export function arrange(tickets: Iterable<Ticket>, clearMs: number, now: number): Arranged {
  const preparing: PickupNumber[] = [];
  const ready: ReadyNumber[] = [];
  const open = [...tickets].filter(
    (ticket) => ticket.orderKind === 'cafeteria' && ticket.closedAt === null && !isPresumed(ticket),
  );
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

/** A ticket's id is `<order key>-<course>-<round>`. */
function orderOf({ id }: Ticket): string {
  return id.slice(0, id.indexOf('-'));
}

function instants(text: string | null): number[] {
  return text === null ? [] : [Date.parse(text)];
}
