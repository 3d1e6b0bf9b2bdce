import { openSteps } from '../../components/set-up/steps';
import { pageServer } from '../../server/pages/page-server';
import type { ManagerContext } from './manager-context';

/** How many steps of the set-up are left, for an owner; null for others, who cannot do them. */
export async function stepsLeft({ role }: ManagerContext['manager']): Promise<number | null> {
  return role === 'owner' ? openSteps(await pageServer().setUp('')).length : null;
}
