import type { ManagerBranch } from '../manager/manager-branch';
import { branchSpan, type PageQuery } from '../manager/page-query';
import type { GroupBy } from './report-choices';

/** Address of the CSV of a branch's courses as shown on the page. */
export function coursesCsv(pageQuery: PageQuery, branch: ManagerBranch): string {
  return `/api/v1/history/courses.csv?${courseQuery(pageQuery, branch, branch.number)}`;
}

/** Address of the CSV of a report's figures: of one branch, or of all together. */
export function figuresCsv(pageQuery: PageQuery, by: GroupBy): string | null {
  const first = pageQuery.branch ?? pageQuery.branches[0];
  if (!first) return null;
  const query = courseQuery(pageQuery, first, pageQuery.branch?.number ?? null);
  query.set('groupBy', by);
  return `/api/v1/history/summary.csv?${query}`;
}

/** The page's filters as query parameters of the contract. The days are those of `branch`. */
function courseQuery(pageQuery: PageQuery, branch: ManagerBranch, number: number | null): URLSearchParams {
  const { service, course, table, kind, late, state, guests, weekday, hour, q } = pageQuery.choices;
  const { from, to } = branchSpan(pageQuery, branch);
  const wanted: Record<string, string | number | null> = {
    branch: number,
    ...(pageQuery.isAlways ? {} : { from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
    service,
    course,
    table,
    orderKind: kind,
    late: late === null ? null : String(late === 'late'),
    state: state && API_STATES[state],
    guests,
    weekday,
    hour,
    q,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) if (value !== null) query.set(name, String(value));
  return query;
}

/** The POS's names of the states. */
const API_STATES = { started: 'STARTED', ready: 'READYFORPICKUP', served: 'COMPLETED' } as const;
