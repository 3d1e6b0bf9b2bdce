import type { QueueState } from '../intake/write-queue';

/** Whether a delivery could be stored now; if not, why. */
export type Readiness = { ready: boolean; reason: string | null };

const NOWHERE_TO_STORE = 'neither the database nor the inbox can be written';

/** The content of GET /readyz. Anyone may read it, so it contains nothing about this machine. */
export function readinessOf(
  { canStore, problem }: Pick<QueueState, 'canStore' | 'problem'>,
  isStopping: boolean,
): Readiness {
  const reason = isStopping ? 'it is being stopped' : canStore ? problem : NOWHERE_TO_STORE;
  return { ready: reason === null, reason };
}
