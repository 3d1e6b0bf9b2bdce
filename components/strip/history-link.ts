import { MOST_TICKETS } from '../../domain/ticket-ids';
import { elsewhere } from '../office/asked';

/** The history of exactly these courses; null where there are none, or more than an address holds. @param query that of the page one is on */
export function historyOf(branch: number, tickets: readonly string[], query: URLSearchParams): string | null {
  if (tickets.length === 0 || tickets.length > MOST_TICKETS) return null;
  // Not today alone: what was started before the cut-off may be open after it.
  return elsewhere('/manager/history', query, { branch, period: 'last-7', tickets: tickets.join(',') });
}
