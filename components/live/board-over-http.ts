import type { Board } from '../../domain/live-contract';
import { isBoard } from './message-shapes';

/** Less than until the next question: a connection that hangs holds up only one. */
const ANSWER_WITHIN_MS = 1_900;

/** Where the board is asked for, and for whom; without a token the page's cookie speaks. */
export type BoardAddress = { url: string; branch: number | null; token?: string };

/** The board over HTTP; null where there is no answer, or one that is no board. */
export async function boardOverHttp({ url, branch, token }: BoardAddress): Promise<Board | null> {
  const query = branch === null ? '' : `?branch=${branch}`;
  try {
    const response = await fetch(`${url}/api/v1/board${query}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
    });
    const answer: unknown = response.ok ? await response.json() : null;
    return isBoard(answer) ? answer : null;
  } catch {
    return null; // the age of the data says so
  }
}
