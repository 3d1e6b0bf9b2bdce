import type { Board, HandshakeCode } from '../../contract/live';
import { isBoard, membersOf } from './message-shapes';

/** Less than until the next question: a connection that hangs holds up only one. */
const ANSWER_WITHIN_MS = 1_900;

/** Where the board is asked for, and for whom; without a token the page's cookie speaks. */
export type BoardAddress = { url: string; branch: number | null; token?: string };

/** Why a screen gets no board, where the server itself says so. */
export type Refused = { refused: HandshakeCode };

const REFUSALS: readonly HandshakeCode[] = ['no-token', 'unknown', 'revoked', 'branch'];

/** The board over HTTP; null where there is no answer, or one that is none of the server's. */
export async function boardOverHttp({ url, branch, token }: BoardAddress): Promise<Board | Refused | null> {
  const query = branch === null ? '' : `?branch=${branch}`;
  try {
    const response = await fetch(`${url}/api/v1/board${query}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
    });
    const answer: unknown = await response.json();
    if (response.ok) return isBoard(answer) ? answer : null;
    return refusalOf(response.status, answer);
  } catch {
    return null; // the age of the data says so
  }
}

/** A guest network's own log-in may answer 401 too, and takes no board away: the code is ours. */
function refusalOf(status: number, answer: unknown): Refused | null {
  const code = REFUSALS.find((known) => known === membersOf(answer)['code']);
  return code && (status === 401 || status === 403) ? { refused: code } : null;
}
