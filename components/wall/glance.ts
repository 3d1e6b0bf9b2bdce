import type { Party, Ticket } from '../../contract/live';
import { isLateInTheMaking, isNew, type Urgency, urgencyOf } from '../ticket/urgency';
import { fedAt, firstCourseAt } from './party-clock';
import type { WallOptions } from './wall-options';

/** What the foot of a card counts in whole minutes: time without food, the same for too long, time since the first course. */
export type FootClock = 'noFood' | 'hungry' | 'firstCourse';

/** What time alone changes on a card, but for its timer and how far it is. */
export type Glance = {
  urgency: Urgency;
  isNew: boolean;
  /** Null where the foot shows the target, or how long it cooked. */
  says: FootClock | null;
  minutes: number;
};

/** Which clock a wall shows at the foot of its cards, and after how many ms this party is hungry, if that is known. */
export type Clocked = { clock: WallOptions['clock']; hungryMs: number | null };

/** A card at `now` (POS time, epoch ms). */
export function glanceAt(ticket: Ticket, party: Party | null, clocked: Clocked, now: number): Glance {
  return { urgency: urgencyOf(ticket, now), isNew: isNew(ticket, now), ...footAt(ticket, party, clocked, now) };
}

/** Before the branch's time is known. */
export const FIRST_GLANCE: Glance = { urgency: 'cooking', isNew: false, says: null, minutes: 0 };

function footAt(
  ticket: Ticket,
  party: Party | null,
  { clock, hungryMs }: Clocked,
  now: number,
): Pick<Glance, 'says' | 'minutes'> {
  if (clock === 'first') return counted('firstCourse', firstCourseAt(ticket, party), now);
  if (clock === 'food') {
    const since = fedAt(ticket, party);
    const isHungry = since !== null && hungryMs !== null && now - since >= hungryMs;
    return counted(isHungry ? 'hungry' : 'noFood', since, now);
  }
  return counted(
    'noFood',
    // How long they have been sitting there with nothing matters once their course is late.
    isLateInTheMaking(ticket, now) && party?.lastFoodAt ? Date.parse(party.lastFoodAt) : null,
    now,
  );
}

function counted(says: FootClock, since: number | null, now: number): Pick<Glance, 'says' | 'minutes'> {
  if (since === null) return { says: null, minutes: 0 };
  return { says, minutes: Math.max(0, Math.floor((now - since) / 60_000)) };
}
