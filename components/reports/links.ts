import type { GroupFigures, HeatCell } from '../../contract/reports';
import { addressOf, type Change, KEPT } from '../office/asked';
import type { GroupBy } from './report-choices';

export const HISTORY = '/manager/history';

/** What narrows a report, and narrows the history that a mark leads to just so. */
const NARROWING = ['service', 'course', 'table', 'kind', 'late', 'state', 'guests', 'weekday', 'hour', 'q'] as const;

export const REPORTS = '/manager/reports';

/** What only history can be narrowed by. */
const OF_HISTORY = ['leftOut', 'atLeast', 'under'];

/**
 * The way from a report to exactly those of its courses that a mark is made of. History is of one branch: from all of them
 * together one comes to the same report by branch, and from there to the courses; null where that report could not say
 * what the mark does.
 */
export function coursesBehind(query: URLSearchParams, change: Change): string | null {
  if (query.get('branch') === 'all' && !('branch' in change))
    return OF_HISTORY.some((name) => name in change) ? null : addressOf(REPORTS, query, { ...change, by: 'branch' });
  const kept = new URLSearchParams();
  for (const name of [...KEPT, ...NARROWING]) {
    const value = query.get(name);
    if (value) kept.set(name, value);
  }
  return addressOf(HISTORY, kept, change);
}

/** What of an address chooses the courses of a group; null where nothing does. */
export function choosing(by: GroupBy, { key }: Pick<GroupFigures, 'key'>): Change | null {
  switch (by) {
    case 'day':
      return { first: key, last: key };
    // Before the first service of a day, and of a party whose size nobody entered: that cannot be asked for.
    case 'service':
      return key === 'none' ? null : { service: key };
    case 'party':
      return key === 'none' ? null : { guests: key };
    default:
      return { [by]: key };
  }
}

/** What of an address chooses the courses of a cell. */
export function choosingCell({ weekday, hour }: Pick<HeatCell, 'weekday' | 'hour'>): Change {
  return { weekday, hour };
}
