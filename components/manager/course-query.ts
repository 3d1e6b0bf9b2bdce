import type { Span } from '../../domain/period';
import type { PageQuery } from './page-query';

export const COURSES_CSV = '/api/v1/history/courses.csv';

/** Parameters of a request to the API; null omits one. */
type Wanted = Readonly<Record<string, string | number | null>>;

/** The filters of a page as parameters of the API. `branch` is null for all, `span` for no time limit. */
export function courseFilters({ choices }: PageQuery, branch: number | null, span: Span | null): Wanted {
  const { service, course, table, kind, late, state, guests, weekday, hour, nextDay, q } = choices;
  return {
    branch,
    ...spanParameters(span),
    ...{ service, course, table, guests, weekday, hour, q },
    orderKind: kind,
    late: late && String(late === 'late'),
    nextDay: nextDay && String(nextDay === 'yes'),
    state: state && API_STATES[state],
  };
}

/** A span as parameters of the API; null for no time limit. */
export function spanParameters(span: Span | null): { from: string | null; to: string | null } {
  return { from: span && new Date(span.from).toISOString(), to: span && new Date(span.to).toISOString() };
}

/** Parameters without those that are null. */
export function queryOf(wanted: Wanted): URLSearchParams {
  return new URLSearchParams(
    Object.entries(wanted).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
}

/** The POS's states of a course, as in the API. */
const API_STATES = { started: 'STARTED', ready: 'READYFORPICKUP', served: 'COMPLETED' } as const;
