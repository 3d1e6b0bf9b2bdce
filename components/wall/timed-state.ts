import type { Party, Ticket } from '../../contract/live';
import { isLateInTheMaking, isNew, type Urgency, urgencyOf } from '../ticket/urgency';
import { fedAt, firstCourseAt } from './party-clock';
import type { WallOptions } from './wall-options';

/**
 * Clock at the foot of a card, in whole minutes: time without food, the same once it is too long, time since the first
 * course.
 */
export type FootClock = 'noFood' | 'hungry' | 'firstCourse';

/** The part of a card that depends on time, without timer and progress. */
export type TimedState = {
  urgency: Urgency;
  isNew: boolean;
  /** Null if the foot shows the target or the cooking time. */
  clock: FootClock | null;
  minutes: number;
};

/** Clock that the wall shows, and the wait after which this party counts as hungry in ms, if known. */
export type Clocked = { clock: WallOptions['clock']; usualWaitMs: number | null };

/** State of a card at `now` (POS time, epoch ms). */
export function timedStateAt(ticket: Ticket, party: Party | null, clocked: Clocked, now: number): TimedState {
  return { urgency: urgencyOf(ticket, now), isNew: isNew(ticket, now), ...footAt(ticket, party, clocked, now) };
}

/** Used until the branch's time is known. */
export const FIRST_STATE: TimedState = { urgency: 'cooking', isNew: false, clock: null, minutes: 0 };

function footAt(
  ticket: Ticket,
  party: Party | null,
  { clock, usualWaitMs }: Clocked,
  now: number,
): Pick<TimedState, 'clock' | 'minutes'> {
  if (clock === 'first') return counted('firstCourse', firstCourseAt(ticket, party), now);
  if (clock === 'food') {
    const since = fedAt(ticket, party);
    const isHungry = since !== null && usualWaitMs !== null && now - since >= usualWaitMs;
    return counted(isHungry ? 'hungry' : 'noFood', since, now);
  }
  return counted(
    'noFood',
    // Time without food matters once the table's course is late.
    isLateInTheMaking(ticket, now) && party?.lastFoodAt ? Date.parse(party.lastFoodAt) : null,
    now,
  );
}

function counted(clock: FootClock, since: number | null, now: number): Pick<TimedState, 'clock' | 'minutes'> {
  if (since === null) return { clock: null, minutes: 0 };
  return { clock, minutes: Math.max(0, Math.floor((now - since) / 60_000)) };
}
