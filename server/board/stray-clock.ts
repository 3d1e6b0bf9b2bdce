import type { ShownGap } from '../../contract/live';
import { NOT_A_CLOCK_MS, type StrayClock, strayClock } from '../../domain/pos-offset';
import type { Settings } from '../../domain/settings-in-force';
import { toIso } from '../../domain/to-iso';
import { MINUTE_MS } from '../../lib/time-units';
import type { Log } from '../log';
import type { BranchState } from './branch-state';
import { NO_COURSE } from './load-tables';
import type { FactDelivery } from './plan-order';
import type { StagedBranch } from './staged-branch';

/** F23a: the clock of a branch's POS if it is stray; else null. */
export function strayClockOf(state: BranchState, settings: Settings): StrayClock | null {
  return strayClock(state.leastByMinute, state.posOffsetMs + autoCloseMs(state.row.number, settings));
}

/** F23a: the stretch in which the courses of a branch were closed on arrival, as a gap of its boards. */
export function strayGapsOf(state: BranchState | undefined, settings: Settings): ShownGap[] {
  const stray = state && strayClockOf(state, settings);
  if (!stray || stray.behindMs < autoCloseMs(state.row.number, settings)) return [];
  const to = Math.max(stray.since, state.row.lastDeliveryAt ?? stray.since);
  return [{ from: toIso(stray.since), to: toIso(to), cause: 'clock' }];
}

function autoCloseMs(branch: number, settings: Settings): number {
  return settings.limitsOf(branch, NO_COURSE).autoCloseMs;
}

const LOG_EVERY_MS = 5 * MINUTE_MS;

/** A new fact with its staged branch and the key of its order. */
export type StagedFact = { delivery: FactDelivery; staged: StagedBranch; orderKey: number };

/**
 * F23a: logs for each branch, at most every five minutes, that courses were closed on arrival or are dated hours ahead.
 * Call it after the commit, with facts that are no replays. `now` is server time, epoch ms.
 */
export function logStrayFacts(
  facts: readonly StagedFact[],
  { log, settings }: { log: Pick<Log, 'warn'>; settings: Settings },
  now: number,
): void {
  for (const { delivery, staged, orderKey } of facts) {
    const state = staged.before;
    if (now - state.strayLoggedAt < LOG_EVERY_MS) continue;
    const { receivedAt, reading } = delivery;
    const behindMs = receivedAt - reading.fact.at;
    const isTooOld = behindMs >= staged.posClock.offsetMs() + autoCloseMs(staged.number, settings);
    const message = isClosedOnArrival({ delivery, staged, orderKey })
      ? isTooOld
        ? 'a course was closed on arrival, because its event is so old, and no screen shows it: set the clock of the POS, unless it resends the events of an outage'
        : 'a course was closed on arrival, because the business day of its event is over, and no screen shows it'
      : behindMs < -NOT_A_CLOCK_MS
        ? 'an event is dated hours ahead, so that its course is never late: set the clock of the POS, or its time zone'
        : null;
    if (message === null) continue;
    state.strayLoggedAt = now;
    log.warn(
      { branch: staged.number, delivery: delivery.id, minutesBehind: Math.round(behindMs / MINUTE_MS) },
      message,
    );
  }
}

function isClosedOnArrival({ delivery, staged, orderKey }: StagedFact): boolean {
  const { fact } = delivery.reading;
  const tickets = staged.orders.get(orderKey)?.tickets ?? [];
  return tickets.some(
    ({ course, closedBy, lastNewsAt }) =>
      closedBy === 'heatlamp' && course.number === fact.course.number && lastNewsAt === fact.at,
  );
}
