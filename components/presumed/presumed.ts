import type { Ticket } from '../../contract/live';
import { byReady } from '../ticket/by-ready';
import { isPresumed } from '../ticket/urgency';

/** Returns the courses presumed served (SPEC, F22), longest ready first. */
export function presumedOf(tickets: Iterable<Ticket>, isShown: (ticket: Ticket) => boolean): Ticket[] {
  return [...tickets].filter((ticket) => isPresumed(ticket) && isShown(ticket)).sort(byReady);
}

/** Whole minutes since an instant (epoch ms), at least 0. */
export function minutesSince(since: number, now: number): number {
  return Math.max(0, Math.floor((now - since) / 60_000));
}
