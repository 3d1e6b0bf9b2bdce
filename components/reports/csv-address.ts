import { COURSES_CSV, courseFilters, queryOf } from '../manager/course-query';
import type { ManagerBranch } from '../manager/manager-branch';
import { branchSpan, type PageQuery } from '../manager/page-query';
import type { GroupBy } from './report-choices';

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
