import type { Source } from './check-branch';

/** A function that requests summaries from a running server. */
export function fetchSummaries(url: string, token: string): Source['summary'] {
  return async (query) => JSON.parse(await get(url, `/api/v1/history/summary?${new URLSearchParams(query)}`, token));
}

/** Every course of a branch, as CSV. */
export function exportCourses(url: string, token: string, branch: number): Promise<string> {
  return get(url, `/api/v1/history/courses.csv?branch=${branch}`, token);
}

const RESPONSE_TIMEOUT_MS = 300_000;

/** @throws if the status is not 200 */
async function get(url: string, path: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(new URL(path, url), { headers, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 200)}`);
  return text;
}
