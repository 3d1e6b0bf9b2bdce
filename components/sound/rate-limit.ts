import { SOUND_EVENTS, type SoundEvent } from './sound-options';
import { TONES } from './tones';

/** Minimum time between two sounds, in ms. */
export const APART_MS = 700;

/** Sounds that were played: the last one, and the time of each. Times are ms on a monotonic clock. */
export type Played = {
  last: { event: SoundEvent; at: number; endsAt: number } | null;
  at: Partial<Record<SoundEvent, number>>;
};

export const NOTHING_PLAYED: Played = { last: null, at: {} };

/**
 * Whether a sound may play now. A sound that may not is dropped, never queued, so that nothing plays late. A more
 * important one replaces one that is playing. `isRepeat`: repeats of unanswered sounds have their own schedule.
 */
export function mayPlay(played: Played, event: SoundEvent, now: number, isRepeat = false): boolean {
  const at = played.at[event];
  if (!isRepeat && at !== undefined && now - at < TONES[event].everyMs) return false;
  const { last } = played;
  if (last === null || now >= Math.max(last.at + APART_MS, last.endsAt)) return true;
  return weight(event) > weight(last.event);
}

export function afterPlaying(played: Played, event: SoundEvent, now: number, lengthMs: number): Played {
  return { last: { event, at: now, endsAt: now + lengthMs }, at: { ...played.at, [event]: now } };
}

function weight(event: SoundEvent): number {
  return SOUND_EVENTS.indexOf(event);
}
