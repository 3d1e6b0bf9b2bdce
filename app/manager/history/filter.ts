import type { ManagerBranch } from '../../../components/manager/manager-branch';
import { branchSpan, type PageQuery } from '../../../components/manager/page-query';
import { type CourseFilter, ticketKey } from '../../../server/history/course-filter';
import { coursesFilter } from '../courses-filter';

/** Converts the address of a page to a filter for the reader, without the position in the list. */
export function filterOf(pageQuery: PageQuery, branch: ManagerBranch): Omit<CourseFilter, 'limit' | 'cursor'> {
  const { choices, isAlways } = pageQuery;
  const span = branchSpan(pageQuery, branch);
  return {
    branch: branch.number,
    from: isAlways ? null : span.from,
    to: isAlways ? null : span.to,
    ...coursesFilter(choices),
    tickets: choices.tickets?.map(ticketKey).filter((key) => key !== null) ?? null,
    leftOut: choices.leftOut,
    took: choices.of && { of: choices.of, atLeastMs: msOf(choices.atLeast), underMs: msOf(choices.under) },
    now: branch.now,
  };
}

function msOf(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000;
}
