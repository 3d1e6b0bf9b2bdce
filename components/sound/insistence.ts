import { MINUTE_MS, SECOND_MS } from '../../lib/time-units';
import { SOUND_EVENTS, type SoundEvent } from './sound-options';

/** Frequent at first, then each minute, so that people do not learn to ignore a wall that nobody can touch. */
const REPEATS_MS = [20, 40, 60].map((seconds) => seconds * SECOND_MS);
const STOPS_MS = 10 * MINUTE_MS;
/** Minimum time between two repeats in ms, however many sounds are unanswered. */
export const REPEATS_APART_MS = 20 * SECOND_MS;
/** A visible page checks every second: a longer time between two checks is a pause. */
const PAUSE_MS = 5 * SECOND_MS;

/** A sound without an answer. Times are ms on a monotonic clock. */
export type Unanswered = {
  key: string;
  event: SoundEvent;
  since: number;
  /** Number of past repeats, played or missed. */
  step: number;
};

/** Sounds that repeat until they are answered. `attempt` plays one, with a higher `step` for later repeats. */
export function createRepeats(monotonicNow: () => number, attempt: (event: SoundEvent, step: number) => void) {
  let waiting: Unanswered[] = [];
  let lastRepeatAt: number | null = null;
  let checkedAt = monotonicNow();
  let isSkipped = false;

  return {
    add(key: string, event: SoundEvent): void {
      if (waiting.some((each) => each.key === key)) return;
      waiting.push({ key, event, since: monotonicNow(), step: 0 });
    },
    withdraw(key: string): void {
      waiting = waiting.filter((each) => each.key !== key);
    },
    clear(): void {
      waiting = [];
    },
    /**
     * Plays the repeat that is due, if one is; called every second. The first call after a pause plays nothing: by the
     * next one the page knows whether it slept, and which sounds were answered meanwhile.
     */
    play(): void {
      const now = monotonicNow();
      isSkipped = !isSkipped && now - checkedAt > PAUSE_MS;
      checkedAt = now;
      if (isSkipped) return;
      const due = dueOf(waiting, now, lastRepeatAt);
      if (!due) return;
      attempt(due.event, stepAt(due, now));
      lastRepeatAt = now;
      waiting = waiting.map((each) => (each === due ? repeated(each, now) : each));
    },
  };
}

/**
 * When it is to be repeated next; null if no repeats are left. `lastRepeatAt` is the time of the last repeat of any
 * sound.
 */
export function nextAt({ since, step }: Unanswered, lastRepeatAt: number | null): number | null {
  const at = since + repeatAfter(step);
  if (repeatAfter(step) > STOPS_MS) return null;
  return lastRepeatAt === null ? at : Math.max(at, lastRepeatAt + REPEATS_APART_MS);
}

/** The sound to repeat at `now`: the most important one, and the oldest of equals; null if none is due. */
export function dueOf(waiting: readonly Unanswered[], now: number, lastRepeatAt: number | null): Unanswered | null {
  const due = waiting.filter((each) => {
    const next = nextAt(each, lastRepeatAt);
    return next !== null && next <= now && now - each.since <= STOPS_MS;
  });
  const weight = (each: Unanswered) => SOUND_EVENTS.indexOf(each.event);
  return due.sort((a, b) => weight(b) - weight(a) || a.since - b.since)[0] ?? null;
}

/** State after a repeat at `now`, or after a missed one: missed repeats are not played later. */
export function repeated(unanswered: Unanswered, now: number): Unanswered {
  let { step } = unanswered;
  while (repeatAfter(step) <= now - unanswered.since) step += 1;
  return { ...unanswered, step };
}

/** Urgency of the repeat that is due at `now`, 1 for the first; passed to `escalated`. */
export function stepAt(unanswered: Unanswered, now: number): number {
  return repeated(unanswered, now).step;
}

/** Delay of the given repeat after the first sound, in ms. */
function repeatAfter(step: number): number {
  return REPEATS_MS[step] ?? (step - REPEATS_MS.length + 2) * MINUTE_MS;
}
