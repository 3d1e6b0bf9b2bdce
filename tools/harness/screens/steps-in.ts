import type { BoardChange } from '../../../contract/live';
import type { BaselineChange } from '../baseline/main';
import { eventKey, type KitchenBody, keyOf } from '../load/event-key';

/** The keys of the steps that a message of Heatlamp or of the baseline shows. */
export function stepsIn(change: BoardChange | BaselineChange): string[] {
  if ('deliveries' in change) return change.deliveries.map(({ parsed }) => eventKey(parsed as KitchenBody));
  return change.tickets.flatMap(({ orderId, course, startedAt, readyAt, servedAt }) =>
    [startedAt, readyAt, servedAt]
      .filter((instant) => instant !== null)
      .map((instant) => keyOf(orderId ?? '', course.number, instant)),
  );
}
