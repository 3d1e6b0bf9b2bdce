import { SOUND_EVENTS, type SoundEvent } from './sound-options';
import { TONES } from './tones';

/** Between two sounds there is at least this. */
export const APART_MS = 700;

/** What was played: the sound that was heard last, and when each was heard. Instants of a monotonic clock, in ms. */
export type Played = {
  last: { event: SoundEvent; at: number; endsAt: number } | null;
  at: Partial<Record<SoundEvent, number>>;
};

export const NOTHING_PLAYED: Played = { last: null, at: {} };

/**
 * Whether a sound may be played now. What may not is gone: nothing waits, so that no old news is heard later. A more
 * important one takes the place of one that still sounds. `isRepeat`: one that nobody answered has its own schedule.
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
