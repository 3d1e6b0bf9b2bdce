import { type EndedGap, mayHaveMissed } from '../../domain/gap';
import { isCooking, isInFlight } from '../../domain/live-figures';
import { isQuiet } from '../../domain/live-verdict';
import { isAheadOf } from '../../domain/set-back';
import type { Settings } from '../../domain/settings-in-force';
import type { KeptTicket } from '../../domain/ticket';
import { type BranchState, calendarOf } from '../board/branch-state';
import type { Stages } from '../board/stages';
import { servicesOf } from '../sql/services-of';

/** A gap, with the last delivery of each branch at that time: more may arrive before the gap can be stored. */
export type PendingGap = EndedGap & { lastDeliveries: ReadonlyMap<number, number | null> };

/** F20c: what came by a clock that was ahead came now, once the clock that is behind is believed (F21b). */
export function stageLastDelivery(stages: Stages, { row }: BranchState, latest: number): void {
  if (isAheadOf(row.lastDeliveryAt, latest)) stages.of(row.number).row.lastDeliveryAt = latest;
}

/** F21: adds those gaps to a branch in which it may have missed deliveries. Without one the branch is not written. */
export function stageGaps(stages: Stages, state: BranchState, gaps: readonly PendingGap[], settings: Settings): void {
  const activity = {
    inFlight: countOf(state, isInFlight),
    services: servicesOf({ ...state.row, settings: settings.rows() }),
    calendar: calendarOf(state.row),
  };
  for (const { lastDeliveries, ...gap } of gaps) {
    const lastDeliveryAt = lastDeliveries.get(state.row.number) ?? null;
    // Refusals and restores do lose deliveries; for other causes it depends on what the kitchen did.
    const isCertain = gap.cause !== 'down';
    if (isCertain || mayHaveMissed(gap.from, gap.to, { ...activity, lastDeliveryAt }))
      stages.of(state.row.number).gaps.put(gap);
  }
}

/** F21c: whether the silence of a branch may begin or end now (server time). `latest` is the latest instant that is believed. */
export function mayChangeSilence({ row, gaps, orders }: BranchState, latest: number, now: number): boolean {
  if (gaps.some(({ to }) => to === null) || isAheadOf(row.lastDeliveryAt, latest)) return true;
  return row.lastDeliveryAt !== null && isQuiet(row.lastDeliveryAt, countOf({ orders }, isCooking), now);
}

/** F21c: begins or ends the silence of a branch. `lastListenedAt` is when the server last listened (server time). */
export function stageSilence(stages: Stages, state: BranchState, lastListenedAt: number, now: number): void {
  const { lastDeliveryAt } = state.row;
  const isSilent = state.gaps.some(({ to }) => to === null);
  const cooking = countOf(state, isCooking);
  if (isSilent && cooking === 0) stages.of(state.row.number).gaps.endSilence(lastListenedAt);
  if (isSilent || lastDeliveryAt === null || !isQuiet(lastDeliveryAt, cooking, now)) return;
  const lastGap = Math.max(...state.gaps.map(({ to }) => to ?? 0), 0);
  stages.of(state.row.number).gaps.put({ from: Math.max(lastDeliveryAt, lastGap), to: null, cause: 'silent' });
}

function countOf({ orders }: Pick<BranchState, 'orders'>, is: (ticket: KeptTicket) => boolean): number {
  let count = 0;
  for (const { tickets } of orders.values()) for (const ticket of tickets) if (is(ticket)) count += 1;
  return count;
}
