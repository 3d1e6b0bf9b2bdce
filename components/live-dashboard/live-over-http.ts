import type { Live } from '../../contract/live-branches';
import { fetchAsManager, objectIn } from '../manager/fetch-as-manager';

const PATIENCE_MS = 4_000;

/**
 * Fetches the state of the signed-in manager's branches, or of one of them; null without an answer: the age of the shown data then
 * reveals the failure.
 */
export async function liveOverHttp(branch: number | null): Promise<Live | null> {
  const path = branch === null ? '/api/v1/live' : `/api/v1/live?branch=${branch}`;
  const body = await objectIn(await fetchAsManager(path, { patienceMs: PATIENCE_MS }));
  return body && isLive(body) ? body : null;
}

function isLive(body: object): body is Live {
  return (
    'serverTime' in body && typeof body.serverTime === 'string' && 'branches' in body && Array.isArray(body.branches)
  );
}
