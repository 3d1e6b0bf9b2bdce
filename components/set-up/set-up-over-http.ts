import type { SetUp, TestReport } from '../../contract/set-up';
import { type Replied, readAsManager, sendAsManager } from '../manager/fetch-as-manager';

export const SET_UP = '/manager/setup';
const PATIENCE_MS = 4_000;

/** What is set of a branch, or changed. */
export type BranchWish = { name?: string; timeZone?: string; cutOff?: string };

/** What is set up already; null without an answer. */
export async function setUpOverHttp(): Promise<SetUp | null> {
  const setUp = await readAsManager<SetUp>('/api/v1/setup', 'branches', PATIENCE_MS);
  return Array.isArray(setUp?.branches) ? setUp : null;
}

export function saveBranch(number: number, wish: BranchWish): Promise<Replied<unknown>> {
  return sendAsManager(`/api/v1/branches/${number}`, 'POST', { ...wish, create: true });
}

export function sendTestCourse(branch: number): Promise<Replied<TestReport>> {
  return sendAsManager(`/api/v1/branches/${branch}/test-course`, 'POST', {});
}
