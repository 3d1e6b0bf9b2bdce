import type { Core } from '../core';
import { mayOpenDelivery } from '../deliveries/delivery-access';
import { Problem } from '../http/problem';
import { seesAll, type Viewer } from './access';

/** @throws Problem 403 for a delivery that the viewer may not open */
export function requireDeliveryAccess(deps: Pick<Core, 'boards'>, viewer: Viewer, branch: number | null): void {
  if (!mayOpenDelivery(branch, viewer.branches, seesAll(deps, viewer)))
    throw new Problem(403, 'This delivery belongs to a branch that is not yours.', { code: 'branch' });
}
