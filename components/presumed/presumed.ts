import type { Ticket } from '../../contract/live';
import { isPresumed } from '../ticket/urgency';

/** Returns the courses presumed served (SPEC, F22), longest ready first. */
export function presumedOf(tickets: Iterable<Ticket>, isShown: (ticket: Ticket) => boolean): Ticket[] {
  return [...tickets].filter((ticket) => isPresumed(ticket) && isShown(ticket)).sort(byReady);
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** The contract's instants sort correctly as text. */
function byReady(a: Ticket, b: Ticket): number {
  const [first, second] = [a.readyAt ?? '', b.readyAt ?? ''];
  return first === second ? byNumber.compare(a.id, b.id) : first < second ? -1 : 1;
}

/** Whole minutes since an instant (epoch ms), at least 0. */
export function minutesSince(since: number, now: number): number {
  return Math.max(0, Math.floor((now - since) / 60_000));
}
