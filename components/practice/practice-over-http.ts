import type { PracticeSpeed, PracticeStatus } from '../../contract/practice';
import type { Language } from '../../lib/language';
import { type Replied, readAsManager, sendAsManager } from '../manager/fetch-as-manager';

const pathOf = (branch: number) => `/api/v1/branches/${branch}/practice`;

/** The practice of a branch; null without an answer. */
export function practiceOverHttp(branch: number): Promise<PracticeStatus | null> {
  return readAsManager<PracticeStatus>(pathOf(branch), 'practice');
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
