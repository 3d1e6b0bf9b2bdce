import type { Board, HandshakeCode } from '../../contract/live';
import { isBoard, membersOf } from './message-shapes';

/** Address of the board, and its branch; without a token the request uses the page's cookie. */
export type BoardAddress = { url: string; branch: number | null; token?: string };

/** The server's reason for refusing a board to a screen. */
export type Refused = { refused: HandshakeCode };

const REFUSALS: readonly HandshakeCode[] = ['no-token', 'unknown', 'revoked', 'branch'];

/** Fetches the board over HTTP; null if there is no answer within `withinMs`, or one that is not from our server. */
export async function boardOverHttp(
  { url, branch, token }: BoardAddress,
  withinMs: number,
): Promise<Board | Refused | null> {
  const query = branch === null ? '' : `?branch=${branch}`;
  try {
    const response = await fetch(`${url}/api/v1/board${query}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(withinMs),
      ...(token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
    });
    const answer: unknown = await response.json();
    if (response.ok) return isBoard(answer) ? answer : null;
    return refusalOf(response.status, answer);
  } catch {
    return null; // the age of the data shows the failure
  }
}

/** A guest network's log-in page may answer 401 too and must not remove the board, so the body must hold our code. */
function refusalOf(status: number, answer: unknown): Refused | null {
  const code = REFUSALS.find((known) => known === membersOf(answer)['code']);
  return code && (status === 401 || status === 403 || status === 404) ? { refused: code } : null;
}
