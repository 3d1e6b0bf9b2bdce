import { addressOf, type Change, type PageQuery } from '../manager/page-query';

const HISTORY = '/manager/history';
const COURSE = '/manager/history/course';
const CSV = '/api/v1/history/courses.csv';

/** Address of a course page. It keeps the list's query for the link back. */
export function courseAddress(query: URLSearchParams, id: string, branch: number): string {
  const next = new URLSearchParams(query);
  next.set('branch', String(branch));
  next.set('id', id);
  return `${COURSE}?${next}`;
}

/** Address of the list that a course page was opened from. */
export function listAddress(query: URLSearchParams): string {
  const next = new URLSearchParams(query);
  next.delete('id');
  return next.size === 0 ? HISTORY : `${HISTORY}?${next}`;
}

/** Address of the same list with a change. */
export function changed(query: URLSearchParams, change: Change): string {
  return addressOf(HISTORY, query, change);
}

/** Address of the CSV of a list with all its pages. `span` is null for no time limit. */
export function csvAddress({ branch, choices }: PageQuery, span: { from: number; to: number } | null): string {
  const { kind, late, tickets, atLeast, under, ...same } = choices;
  const pageQuery: Record<string, string | number | null> = {
    branch: branch?.number ?? null,
    from: span && new Date(span.from).toISOString(),
    to: span && new Date(span.to).toISOString(),
    ...same,
    // A duration without a measure is meaningless.
    ...(choices.of === null ? {} : { atLeast, under }),
    tickets: tickets?.join(',') ?? null,
    orderKind: kind,
    late: late && String(late === 'late'),
    state: choices.state && STATES[choices.state],
  };
  const given = Object.entries(pageQuery).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return `${CSV}?${new URLSearchParams(given)}`;
}

/** The POS's states of a course, as in the API. */
const STATES = { started: 'STARTED', ready: 'READYFORPICKUP', served: 'COMPLETED' } as const;
