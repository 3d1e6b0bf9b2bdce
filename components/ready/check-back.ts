import type { Ticket } from '../../contract/live';
import { orderKeyOf } from '../../domain/ticket-ids';
import { groupBy } from '../../lib/collections';
import { toMs } from '../time/clock-text';
import type { Waiter } from './ready-rows';

/** Time after which a check-back is no longer listed. */
const ASKED_FOR_MS = 20 * 60_000;

/**
 * Returns the food to check back on at `now` (POS time), oldest first: the last food of each party at the waiter's
 * tables, from `afterMs` after it arrived. A party whose next course is ready is omitted. `done` holds the ids already
 * checked.
 */
export function checkBacks(
  tickets: Iterable<Ticket>,
  { hasTables, isMyTable }: Waiter,
  afterMs: number | null,
  done: ReadonlySet<string>,
  now: number,
): Ticket[] {
  if (afterMs === null) return [];
  const own = [...tickets].filter((ticket) => ticket.table && (!hasTables || isMyTable(ticket)));
  return [...groupBy(own, ({ id }) => orderKeyOf(id)).values()]
    .flatMap((courses) => lastFood(courses) ?? [])
    .filter(({ ticket, at }) => at + afterMs <= now && now < at + afterMs + ASKED_FOR_MS && !done.has(ticket.id))
    .sort((a, b) => a.at - b.at)
    .map(({ ticket }) => ticket);
}

/** When the food reached its table, in epoch ms; null if it has not. A serve may be reported long after it. */
export function foodAt({ servedAt, collected }: Ticket): number | null {
  const at = Math.min(...[servedAt, collected?.at].map((each) => toMs(each ?? null) ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(at) ? at : null;
}

/** Last food of a party, unless another course became ready since. */
function lastFood(courses: readonly Ticket[]): { ticket: Ticket; at: number } | null {
  const food = courses.flatMap((ticket) => {
    const at = foodAt(ticket);
    return at === null ? [] : [{ ticket, at }];
  });
  const last = food.reduce<(typeof food)[number] | null>(
    (newest, one) => (newest && newest.at >= one.at ? newest : one),
    null,
  );
  // Food that arrived before it was ready, by the clocks, is no next course.
  const waiting = courses.filter((ticket) => foodAt(ticket) === null);
  const isNextReady = waiting.some(({ readyAt }) => last !== null && readyAt !== null && Date.parse(readyAt) > last.at);
  return isNextReady ? null : last;
}
