import { type Asked, spanAsked } from '../office/asked';
import type { OfficeBranch } from '../office/office-branch';

/** Where the courses of a branch that a page shows are to be had as a table. */
export function csvAddress(asked: Asked, branch: OfficeBranch): string {
  const { service, course, table, kind, late, state, guests, weekday, hour, q } = asked.choices;
  const { from, to } = spanAsked(asked, branch);
  const wanted: Record<string, string | number | null> = {
    branch: branch.number,
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
  return `/api/v1/history/courses.csv?${query}`;
}

/** The POS's own names of them. */
const API_STATES = { started: 'STARTED', ready: 'READYFORPICKUP', served: 'COMPLETED' } as const;
