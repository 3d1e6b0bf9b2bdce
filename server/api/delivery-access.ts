import type { Core } from '../core';
import { Problem } from '../http/problem';
import { seesAll, type Viewer } from './access';

/**
 * The branches whose deliveries a viewer of one branch sees. Deliveries without a readable branch may
 * contain guests' names of any branch, so only viewers of every branch see them.
 */
export function deliveryBranches(deps: Pick<Core, 'boards'>, viewer: Viewer, branch: number): (number | null)[] {
  return seesAll(deps, viewer) ? [branch, null] : [branch];
}

/** @throws Problem 403 for a delivery of a branch that is not the viewer's */
export function requireDeliveryAccess(deps: Pick<Core, 'boards'>, viewer: Viewer, branch: number | null): void {
  const isAllowed = branch === null ? seesAll(deps, viewer) : viewer.branches.includes(branch);
  if (!isAllowed) throw new Problem(403, 'This delivery belongs to a branch that is not yours.', { code: 'branch' });
}
