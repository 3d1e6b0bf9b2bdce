import type { PracticeSpeed, PracticeStatus } from '../../contract/practice';
import type { Language } from '../../lib/language';
import { fetchAsManager, objectIn, type Replied, sendAsManager } from '../manager/fetch-as-manager';

const PATIENCE_MS = 8_000;

const pathOf = (branch: number) => `/api/v1/branches/${branch}/practice`;

/** The practice of a branch; null without an answer. */
export async function practiceOverHttp(branch: number): Promise<PracticeStatus | null> {
  const answer = await objectIn(await fetchAsManager(pathOf(branch), { patienceMs: PATIENCE_MS }));
  return answer && 'practice' in answer ? (answer as PracticeStatus) : null;
}

export function startPractice(
  branch: number,
  wish: { speed: PracticeSpeed; language: Language },
): Promise<Replied<PracticeStatus>> {
  return sendAsManager(pathOf(branch), 'POST', wish);
}

export function stopPractice(branch: number): Promise<Replied<PracticeStatus>> {
  return sendAsManager(`${pathOf(branch)}/stop`, 'POST', {});
}
