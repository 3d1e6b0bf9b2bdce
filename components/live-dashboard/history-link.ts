import { MAX_TICKETS } from '../../domain/ticket-ids';
import { elsewhere } from '../manager/page-query';

/**
 * Link to the history of exactly these courses; null if there are none, or more than an address holds.
 * @param query that of the current page
 */
export function historyOf(branch: number, tickets: readonly string[], query: URLSearchParams): string | null {
  if (tickets.length === 0 || tickets.length > MAX_TICKETS) return null;
  // Several days, because a course that started before the cut-off may still be open after it.
  return elsewhere('/manager/history', query, { branch, period: 'last-7', tickets: tickets.join(',') });
}
