import type { Live } from '../../contract/live-branches';
import { fetchAsManager, objectIn } from '../manager/fetch-as-manager';

const PATIENCE_MS = 4_000;

/**
 * Fetches the state of the signed-in manager's branches; null without an answer: the age of the shown data then
 * reveals the failure.
 */
export async function liveOverHttp(): Promise<Live | null> {
  const body = await objectIn(await fetchAsManager('/api/v1/live', { patienceMs: PATIENCE_MS }));
  return body && isLive(body) ? body : null;
}

function isLive(body: object): body is Live {
  return (
    'serverTime' in body && typeof body.serverTime === 'string' && 'branches' in body && Array.isArray(body.branches)
  );
}
