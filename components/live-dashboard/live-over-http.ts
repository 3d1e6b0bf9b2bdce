import type { Live } from '../../contract/live-branches';

const PATIENCE_MS = 4_000;

/**
 * Fetches the state of the signed-in manager's branches; null without an answer. Redirects to the sign-in page after
 * 401.
 */
export async function liveOverHttp(): Promise<Live | null> {
  try {
    const response = await fetch('/api/v1/live', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.status === 401) {
      const here = `${window.location.pathname}${window.location.search}`;
      window.location.assign(`/login?${new URLSearchParams({ next: here })}`);
    }
    const said: unknown = response.ok ? await response.json() : null;
    return isLive(said) ? said : null;
  } catch {
    return null; // the age of the shown data reveals the failure
  }
}

function isLive(said: unknown): said is Live {
  return (
    typeof said === 'object' &&
    said !== null &&
    'serverTime' in said &&
    typeof said.serverTime === 'string' &&
    'branches' in said &&
    Array.isArray(said.branches)
  );
}
