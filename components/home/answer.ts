import type { Answer } from '../../contract/overview';

const PATIENCE_MS = 4_000;

/** The server's answer; null if there is none within 4 s. */
export async function askOverview(): Promise<Answer | null> {
  try {
    const response = await fetch('/overview', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    const body: unknown = response.ok ? await response.json() : null;
    return isAnswer(body) ? body : null;
  } catch {
    return null;
  }
}

/** Whether a value from the network is an answer: a proxy may send a page with status 200. */
export function isAnswer(value: unknown): value is Answer {
  if (!isRecord(value) || !Number.isFinite(value['serverTime'])) return false;
  const { overview, device, hasOwner, hasBackup } = value;
  if (typeof hasOwner !== 'boolean' || typeof hasBackup !== 'boolean') return false;
  return (overview === null || isOverview(overview)) && (device === null || isDevice(device));
}

function isOverview(value: unknown): boolean {
  return (
    isRecord(value) &&
    Number.isFinite(value['subscriptions']) &&
    Number.isFinite(value['screens']) &&
    (value['lastDeliveryAt'] === null || Number.isFinite(value['lastDeliveryAt']))
  );
}

function isDevice(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { is, name, view, branches } = value;
  if (is !== 'paired') return is === 'not-paired' || is === 'unknown' || is === 'revoked';
  return typeof name === 'string' && typeof view === 'string' && Array.isArray(branches) && branches.every(isBranch);
}

function isBranch(value: unknown): boolean {
  return (
    isRecord(value) &&
    Number.isInteger(value['number']) &&
    (value['name'] === null || typeof value['name'] === 'string')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
