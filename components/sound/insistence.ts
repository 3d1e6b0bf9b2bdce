import { SOUND_EVENTS, type SoundEvent } from './sound-options';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Soon at first; then each minute, since a wall that nobody can touch must not become what nobody listens to. */
const REPEATS_MS = [20, 40, 60].map((seconds) => seconds * SECOND_MS);
const STOPS_MS = 10 * MINUTE_MS;
/** However many things wait for an answer, one repeat in so many ms. */
export const REPEATS_APART_MS = 20 * SECOND_MS;

/** Something that nobody answered yet. Instants of a monotonic clock, in ms. */
export type Unanswered = {
  key: string;
  event: SoundEvent;
  since: number;
  /** How many of its repeats are over, heard or missed. */
  step: number;
};

/** When it is to be repeated next; null when it is over. `lastRepeatAt` is that of any repeat. */
export function nextAt({ since, step }: Unanswered, lastRepeatAt: number | null): number | null {
  const at = since + repeatAfter(step);
  if (repeatAfter(step) > STOPS_MS) return null;
  return lastRepeatAt === null ? at : Math.max(at, lastRepeatAt + REPEATS_APART_MS);
}

/** What is to be repeated at `now`, the most important first and of equals the oldest; null where nothing is due. */
export function dueOf(waiting: readonly Unanswered[], now: number, lastRepeatAt: number | null): Unanswered | null {
  const due = waiting.filter((each) => {
    const next = nextAt(each, lastRepeatAt);
    return next !== null && next <= now && now - each.since <= STOPS_MS;
  });
  const weight = (each: Unanswered) => SOUND_EVENTS.indexOf(each.event);
  return due.sort((a, b) => weight(b) - weight(a) || a.since - b.since)[0] ?? null;
}

/** The same after a repeat at `now`, or after one was missed: what should have been heard meanwhile is not made up for. */
export function repeated(unanswered: Unanswered, now: number): Unanswered {
  let { step } = unanswered;
  while (repeatAfter(step) <= now - unanswered.since) step += 1;
  return { ...unanswered, step };
}

/** How urgent the repeat is that is due at `now`: 1 for the first. A tone's `escalated` takes it. */
export function stepAt(unanswered: Unanswered, now: number): number {
  return repeated(unanswered, now).step;
}

/** How long after the first sound the repeat of that number comes. */
function repeatAfter(step: number): number {
  return REPEATS_MS[step] ?? (step - REPEATS_MS.length + 2) * MINUTE_MS;
}
