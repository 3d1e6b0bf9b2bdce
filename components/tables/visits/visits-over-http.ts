import type { Ticket } from '../../../contract/live';
import { isTicket } from '../../live/message-shapes';

const ANSWER_WITHIN_MS = 5_000;

/** `unreachable` may be retried. */
export type VisitsProblem = 'unreachable' | 'refused' | 'gone';

export type FetchedVisits = { courses: Ticket[] } | { problem: VisitsProblem };

export type VisitsAddress = { branch: number; number: string; subNumber: string };

/** Fetches every course of a table since the last cut-off, or since its guests' first one, with the page's cookie. Never rejects. */
export async function visitsOverHttp({ branch, number, subNumber }: VisitsAddress): Promise<FetchedVisits> {
  const table = `${encodeURIComponent(number)}/${encodeURIComponent(subNumber)}`;
  try {
    const response = await fetch(`/api/v1/tables/${table}/evening?branch=${branch}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (response.status === 404) return { problem: 'gone' };
    if (response.status === 401 || response.status === 403) return { problem: 'refused' };
    const { courses } = (response.ok ? await response.json() : {}) as { courses?: unknown };
    return Array.isArray(courses) && courses.every(isTicket) ? { courses } : { problem: 'unreachable' };
  } catch {
    return { problem: 'unreachable' };
  }
}
