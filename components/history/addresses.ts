import type { Span } from '../../domain/period';
import { addressOf, type Change, COURSES_CSV, courseFilters, type PageQuery, queryOf } from '../manager/page-query';

const HISTORY = '/manager/history';
const COURSE = `${HISTORY}/course`;

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
export function csvAddress(pageQuery: PageQuery, span: Span | null): string {
  const { leftOut, of, atLeast, under, tickets } = pageQuery.choices;
  const query = queryOf({
    ...courseFilters(pageQuery, pageQuery.branch?.number ?? null, span),
    leftOut,
    // The limits are those of the measure.
    ...(of === null ? {} : { of, atLeast, under }),
    tickets: tickets?.join(',') ?? null,
  });
  return `${COURSES_CSV}?${query}`;
}
