import type { PairingStarted, PairReply } from '../../contract/screens';

/** `gone`: the server does not know the token, or its time is over. */
export type Paired = PairReply | 'gone' | 'unreachable';

/** Exchanges a token for the cookie of a screen, or learns that nobody has approved its code yet. */
export async function pairOverHttp(token: string): Promise<Paired> {
  const response = await post('/api/v1/pair', { token });
  if (response === null || response.status >= 500) return 'unreachable';
  return response.ok ? bodyOf<PairReply>(response) : 'gone';
}

/** Asks for a code to show. `busy`: this device or too many others asked for codes. */
export async function startPairingOverHttp(): Promise<PairingStarted | 'busy' | 'unreachable'> {
  const response = await post('/api/v1/pairings', {});
  if (response?.ok) return bodyOf<PairingStarted>(response);
  return response?.status === 429 || response?.status === 503 ? 'busy' : 'unreachable';
}

/** The sign-in page of a guest network is answered 200 too, and is not JSON. */
async function bodyOf<Body>(response: Response): Promise<Body | 'unreachable'> {
  return response.json().catch(() => 'unreachable');
}

async function post(path: string, body: object): Promise<Response | null> {
  try {
    return await fetch(path, { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(8_000) });
  } catch {
    return null;
  }
}
