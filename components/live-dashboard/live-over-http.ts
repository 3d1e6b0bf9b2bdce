import type { Live } from '../../contract/live-branches';
import { readAsManager } from '../manager/fetch-as-manager';

const PATIENCE_MS = 4_000;

/**
 * Fetches the state of the signed-in manager's branches, or of one of them; null without an answer: the age of the shown
 * data then reveals the failure.
 */
export async function liveOverHttp(branch: number | null): Promise<Live | null> {
  const path = branch === null ? '/api/v1/live' : `/api/v1/live?branch=${branch}`;
  const live = await readAsManager<Live>(path, 'branches', PATIENCE_MS);
  return Array.isArray(live?.branches) && typeof live.serverTime === 'string' ? live : null;
}
