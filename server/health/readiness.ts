import type { QueueState } from '../intake/write-queue';

/** Whether a delivery that came now would be kept, and why not. */
export type Readiness = { ready: boolean; reason: string | null };

export const NOWHERE_TO_STORE = 'neither the database nor the spool can be written';

/** Text of GET /readyz. Anyone may read it, so it says nothing about this machine. */
export function readinessOf({ canStore }: Pick<QueueState, 'canStore'>, isStopping: boolean): Readiness {
  const reason = isStopping ? 'it is being stopped' : canStore ? null : NOWHERE_TO_STORE;
  return { ready: reason === null, reason };
}
