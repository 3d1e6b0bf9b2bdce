import type { GroupFigures, HeatCell } from '../../contract/reports';
import type { ManagerBranch } from '../manager/manager-branch';
import {
  addressOf,
  branchSpan,
  type Change,
  COURSES_CSV,
  courseFilters,
  KEPT,
  type PageQuery,
  queryOf,
  SHARED_FILTERS,
} from '../manager/page-query';
import type { GroupBy, HeatOf } from './report-choices';

const HISTORY = '/manager/history';

const REPORTS = '/manager/reports';

/** Filters of a mark that only the history can express. */
const OF_HISTORY = ['leftOut', 'atLeast', 'under'];

/**
 * Address of the history with exactly the courses of a mark (a bar, cell or figure) of a report: `query` is the
 * report's, and `change` selects the mark. The history shows one branch, so for all branches together it is the address
 * of the same report by branch; null if a report cannot express the filter of the mark.
 */
export function coursesHref(query: URLSearchParams, change: Change): string | null {
  if (query.get('branch') === 'all' && !('branch' in change))
    return OF_HISTORY.some((name) => name in change) ? null : addressOf(REPORTS, query, { ...change, by: 'branch' });
  const kept = new URLSearchParams();
  for (const name of [...KEPT, ...SHARED_FILTERS]) {
    const value = query.get(name);
    if (value) kept.set(name, value);
  }
  return addressOf(HISTORY, kept, change);
}

/** The parameters that select the courses of a group; null if none can. */
export function groupFilter(by: GroupBy, { key }: Pick<GroupFigures, 'key'>): Change | null {
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

/** The parameters that select the courses that a cell of the heat map counts, of an hour that has one column. */
export function cellFilter({ weekday, hour }: Pick<HeatCell, 'weekday' | 'hour'>, of: HeatOf): Change {
  return of === 'courses' ? { weekday, hour } : { weekday, hour, of: 'preparation' };
}

/** Address of the CSV of a branch's courses as shown on the page. */
export function coursesCsv(pageQuery: PageQuery, branch: ManagerBranch): string {
  return `${COURSES_CSV}?${queryOf(courseFilters(pageQuery, branch.number, spanIn(pageQuery, branch)))}`;
}

/** Address of the CSV of a report's figures: of one branch, or of all together. */
export function figuresCsv(pageQuery: PageQuery, by: GroupBy): string | null {
  const first = pageQuery.branch ?? pageQuery.branches[0];
  if (!first) return null;
  const filters = courseFilters(pageQuery, pageQuery.branch?.number ?? null, spanIn(pageQuery, first));
  return `/api/v1/history/summary.csv?${queryOf({ ...filters, groupBy: by })}`;
}

/** The days of the page by the calendar of a branch. */
function spanIn(pageQuery: PageQuery, branch: ManagerBranch) {
  return pageQuery.isAlways ? null : branchSpan(pageQuery, branch);
}
