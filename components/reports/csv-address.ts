import { type Asked, spanAsked } from '../manager/asked';
import type { ManagerBranch } from '../manager/manager-branch';
import type { GroupBy } from './report-choices';

/** Address of the CSV of a branch's courses as shown on the page. */
export function coursesCsv(asked: Asked, branch: ManagerBranch): string {
  return `/api/v1/history/courses.csv?${courseQuery(asked, branch, branch.number)}`;
}

/** Address of the CSV of a report's figures: of one branch, or of all together. */
export function figuresCsv(asked: Asked, by: GroupBy): string | null {
  const first = asked.branch ?? asked.branches[0];
  if (!first) return null;
  const query = courseQuery(asked, first, asked.branch?.number ?? null);
  query.set('groupBy', by);
  return `/api/v1/history/summary.csv?${query}`;
}

/** The page's filters as query parameters of the contract. The days are those of `branch`. */
function courseQuery(asked: Asked, branch: ManagerBranch, number: number | null): URLSearchParams {
  const { service, course, table, kind, late, state, guests, weekday, hour, q } = asked.choices;
  const { from, to } = spanAsked(asked, branch);
  const wanted: Record<string, string | number | null> = {
    branch: number,
    ...(asked.isAlways ? {} : { from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
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
