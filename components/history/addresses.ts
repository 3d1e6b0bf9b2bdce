import { type Asked, addressOf, type Change } from '../office/asked';

export const HISTORY = '/manager/history';
const COURSE = '/manager/history/course';
const CSV = '/api/v1/history/courses.csv';

/** The page of a course. It keeps what was asked of the list, so that the way back leads there. */
export function courseAddress(query: URLSearchParams, id: string, branch: number): string {
  const next = new URLSearchParams(query);
  next.set('branch', String(branch));
  next.set('id', id);
  return `${COURSE}?${next}`;
}

/** The list that a course's page was come from. */
export function listAddress(query: URLSearchParams): string {
  const next = new URLSearchParams(query);
  next.delete('id');
  return next.size === 0 ? HISTORY : `${HISTORY}?${next}`;
}

/** The same list, changed. */
export function changed(query: URLSearchParams, change: Change): string {
  return addressOf(HISTORY, query, change);
}

/** The table of exactly what a list shows, all pages of it. `span` is null for all there is. */
export function csvAddress({ branch, choices }: Asked, span: { from: number; to: number } | null): string {
  const { kind, late, tickets, atLeast, under, ...same } = choices;
  const asked: Record<string, string | number | null> = {
    branch: branch?.number ?? null,
    from: span && new Date(span.from).toISOString(),
    to: span && new Date(span.to).toISOString(),
    ...same,
    // How long, of nothing: that is no question.
    ...(choices.of === null ? {} : { atLeast, under }),
    tickets: tickets?.join(',') ?? null,
    orderKind: kind,
    late: late && String(late === 'late'),
    state: choices.state && STATES[choices.state],
  };
  const given = Object.entries(asked).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return `${CSV}?${new URLSearchParams(given)}`;
}

/** The POS's words for where a course stands, as the API takes them. */
const STATES = { started: 'STARTED', ready: 'READYFORPICKUP', served: 'COMPLETED' } as const;
