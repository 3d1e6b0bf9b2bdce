import type { Source } from './check-branch';

/** The summaries of a running server. */
export function askServer(url: string, token: string): Source['summary'] {
  return async (query) => JSON.parse(await get(url, `/api/v1/history/summary?${new URLSearchParams(query)}`, token));
}

/** Every course of a branch, as the server exports it. */
export function tableOf(url: string, token: string, branch: number): Promise<string> {
  return get(url, `/api/v1/history/courses.csv?branch=${branch}`, token);
}

const ANSWERED_WITHIN_MS = 300_000;

/** @throws when it is not answered 200 */
async function get(url: string, path: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(new URL(path, url), { headers, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 200)}`);
  return text;
}
