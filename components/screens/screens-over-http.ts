import type { ScreenLimits } from '../../contract/live';
import type { Fleet, ScreenWish, WaitingDevice } from '../../contract/screens';
import { type Replied, readAsManager, sendAsManager } from '../manager/fetch-as-manager';

export function fleetOverHttp(): Promise<Fleet | null> {
  return readAsManager<Fleet>('/api/v1/screens', 'screens');
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
