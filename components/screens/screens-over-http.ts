import type { ScreenLimits } from '../../contract/live';
import type { Fleet, ScreenWish, WaitingDevice } from '../../contract/screens';
import { fetchAsManager, objectIn, type Replied, sendAsManager } from '../manager/fetch-as-manager';

const PATIENCE_MS = 8_000;

export async function fleetOverHttp(): Promise<Fleet | null> {
  return (await objectIn(await fetchAsManager('/api/v1/screens', { patienceMs: PATIENCE_MS }))) as Fleet | null;
}

export function findDevice(code: string): Promise<Replied<WaitingDevice>> {
  return sendAsManager(`/api/v1/pairings/${encodeURIComponent(code)}`, 'GET');
}

export function approveDevice(code: string, wish: ScreenWish): Promise<Replied<unknown>> {
  return sendAsManager(`/api/v1/pairings/${encodeURIComponent(code)}`, 'POST', wish);
}

export function changeScreen(id: number, wish: ScreenWish): Promise<Replied<unknown>> {
  return sendAsManager(`/api/v1/screens/${id}`, 'POST', wish);
}

export function commandScreen(id: number, kind: 'identify' | 'reload'): Promise<Replied<unknown>> {
  return sendAsManager(`/api/v1/screens/${id}/command`, 'POST', { kind });
}

export function limitScreen(id: number, limits: ScreenLimits): Promise<Replied<unknown>> {
  return sendAsManager(`/api/v1/screens/${id}/limits`, 'POST', { limits });
}

export function revokeScreen(id: number): Promise<Replied<unknown>> {
  return sendAsManager(`/api/v1/screens/${id}/revoke`, 'POST', {});
}
