import type { Listing } from '../../../components/history/listing';
import type { ManagerBranch } from '../../../components/manager/manager-branch';
import { branchSpan, type PageQuery, type QueryProblem } from '../../../components/manager/page-query';
import { lengthOf } from '../../../domain/period';
import { type CourseFilter, courseCursor, ticketKey } from '../../../server/history/course-filter';
import { cursorOf, cursorText } from '../../../server/http/cursor';
import { pageServer } from '../../../server/pages/page-server';
import { coursesFilter } from '../courses-filter';

const PAGE = 100;
/** Tables are ranked over all courses of the period, which is fast for a month. */
const MAX_DAYS_OF_TABLES = 31;
const LAST_OFFSET = 1_000_000;

type Loaded = { listing: Listing; problems: readonly QueryProblem[] };

/** Loads the courses or orders for an address. An invalid cursor means the start of the list. */
export async function loadListing(
  pageQuery: PageQuery,
  branch: ManagerBranch,
  query: URLSearchParams,
): Promise<Loaded> {
  const place = query.get('cursor');
  return query.get('by') === 'table' ? loadTables(pageQuery, branch, place) : loadCourses(pageQuery, branch, place);
}

async function loadCourses(pageQuery: PageQuery, branch: ManagerBranch, place: string | null): Promise<Loaded> {
  const { read } = pageServer();
  const cursor = place === null ? null : cursorOf(place, courseCursor);
  const filter = { ...filterOf(pageQuery, branch), limit: PAGE, cursor };
  const { courses, next } = await read('courses', filter);
  const isWhole = cursor === null && next === null;
  return {
    listing: {
      by: 'course',
      courses,
      count: isWhole ? courses.length : await read('courseCount', filter),
      next: cursorText(next),
      isFurther: cursor !== null,
    },
    problems: problemOf(place, cursor !== null),
  };
}

async function loadTables(pageQuery: PageQuery, branch: ManagerBranch, place: string | null): Promise<Loaded> {
  if (pageQuery.isAlways || lengthOf(pageQuery.days) > MAX_DAYS_OF_TABLES)
    return { listing: { by: 'table', mostDays: MAX_DAYS_OF_TABLES }, problems: [] };
  const isPlace = place !== null && /^\d{1,7}$/.test(place) && Number(place) <= LAST_OFFSET;
  const offset = isPlace ? Number(place) : 0;
  const { from, to, ...filter } = filterOf(pageQuery, branch);
  const { visits, total, count } = await pageServer().read('listVisits', {
    filter: { ...filter, from: from ?? 0, to: to ?? branch.now, limit: PAGE, cursor: null },
    offset,
  });
  return {
    listing: {
      by: 'table',
      visits,
      total,
      count,
      offset,
      next: offset + PAGE < total ? String(offset + PAGE) : null,
    },
    problems: problemOf(place, isPlace),
  };
}

function problemOf(place: string | null, isPlace: boolean): QueryProblem[] {
  return place === null || isPlace ? [] : [{ parameter: 'cursor', value: place.slice(0, 60), why: 'cursor' }];
}

/** Converts the address of a page to a filter for the reader, without the position in the list. */
function filterOf(pageQuery: PageQuery, branch: ManagerBranch): Omit<CourseFilter, 'limit' | 'cursor'> {
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
