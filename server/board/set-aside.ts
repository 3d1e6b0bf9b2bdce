import type { Log } from '../log';
import { DELETE_FACTS, outcomeRow, UPDATE_DELIVERIES } from '../sql/write-statements';
import type { LostFact } from './load-orders';
import type { Stages } from './stages';

/** The stored reason, which `causes.ts` recognizes. */
const REASON = 'could be read before, and can no longer be read by this version';
const OF_NO_COURSE = { orderKey: null, courseNumber: null, step: null, at: null };
const UNREADABLE = { outcome: 'unreadable', reason: REASON, ...OF_NO_COURSE };

/**
 * Deletes facts whose deliveries can no longer be read, and marks those deliveries as unreadable, so that a replay can
 * bring the facts back. Stage this before any new facts, which may replace one of them.
 */
export function setAside(lost: readonly LostFact[], stages: Stages, log: Pick<Log, 'warn'>): void {
  if (lost.length === 0) return;
  stages.add({
    statement: DELETE_FACTS,
    rows: lost.map(({ orderKey, courseNumber, step, at }) => [orderKey, courseNumber, step, at]),
  });
  stages.add({
    statement: UPDATE_DELIVERIES,
    rows: lost.map(({ branch, deliveryId: id }) => outcomeRow({ ...UNREADABLE, branch, id })),
  });
  stages.onCommit(() => {
    for (const { branch, orderKey, deliveryId } of lost)
      log.warn(
        { branch, order: orderKey, delivery: deliveryId },
        'a stored fact can no longer be read, and was set aside',
      );
  });
}
