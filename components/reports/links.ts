import type { GroupFigures, HeatCell } from '../../contract/reports';
import { addressOf, type Change, KEPT } from '../manager/page-query';
import type { GroupBy } from './report-choices';

export const HISTORY = '/manager/history';

/** Filters that a report and the history share. */
const NARROWING = ['service', 'course', 'table', 'kind', 'late', 'state', 'guests', 'weekday', 'hour', 'q'] as const;

const REPORTS = '/manager/reports';

/** Filters that only the history has. */
const OF_HISTORY = ['leftOut', 'atLeast', 'under'];

/**
 * Link from a mark of a report to exactly its courses. The history is of one branch, so from all branches together the
 * link leads to the same report by branch; null if that report cannot express the mark's filter.
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

/** Parameters that choose the courses of a group; null if there are none. */
export function choosing(by: GroupBy, { key }: Pick<GroupFigures, 'key'>): Change | null {
  switch (by) {
    case 'day':
      return { first: key, last: key };
    // Courses before the first service of a day, and parties without a size, have no filter.
    case 'service':
      return key === 'none' ? null : { service: key };
    case 'party':
      return key === 'none' ? null : { guests: key };
    default:
      return { [by]: key };
  }
}

/** Parameters that choose the courses of a cell. */
export function choosingCell({ weekday, hour }: Pick<HeatCell, 'weekday' | 'hour'>): Change {
  return { weekday, hour };
}
