import type { Fleet, ScreenWish, WaitingDevice } from '../../contract/screens';
import { fetchAsManager, objectIn } from '../manager/fetch-as-manager';

const PATIENCE_MS = 8_000;

/** The reply, or why there is none: the server's reason, or null if it does not answer. */
export type Replied<Answer> =
  | { is: 'done'; answer: Answer }
  | { is: 'refused'; why: string; code: string | null }
  | { is: 'unreachable' };

export async function fleetOverHttp(): Promise<Fleet | null> {
  return (await objectIn(await fetchAsManager('/api/v1/screens', { patienceMs: PATIENCE_MS }))) as Fleet | null;
}

export function findDevice(code: string): Promise<Replied<WaitingDevice>> {
  return send(`/api/v1/pairings/${encodeURIComponent(code)}`, 'GET');
}

export function approveDevice(code: string, wish: ScreenWish): Promise<Replied<unknown>> {
  return send(`/api/v1/pairings/${encodeURIComponent(code)}`, 'POST', wish);
}

export function changeScreen(id: number, wish: ScreenWish): Promise<Replied<unknown>> {
  return send(`/api/v1/screens/${id}`, 'POST', wish);
}

export function commandScreen(id: number, kind: 'identify' | 'reload'): Promise<Replied<unknown>> {
  return send(`/api/v1/screens/${id}/command`, 'POST', { kind });
}

export function revokeScreen(id: number): Promise<Replied<unknown>> {
  return send(`/api/v1/screens/${id}/revoke`, 'POST', {});
}

async function send<Answer>(path: string, method: 'GET' | 'POST', body?: object): Promise<Replied<Answer>> {
  const response = await fetchAsManager(path, {
    method,
    ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
    patienceMs: PATIENCE_MS,
  });
  const answer = (await response?.json().catch(() => null)) as object | null | undefined;
  if (!response || !answer) return { is: 'unreachable' };
  if (response.ok) return { is: 'done', answer: answer as Answer };
  const { detail, code } = answer as { detail?: unknown; code?: unknown };
  return { is: 'refused', why: String(detail), code: typeof code === 'string' ? code : null };
}
