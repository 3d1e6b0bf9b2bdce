import { createListeners } from '../listeners';
import { createAudio } from './create-audio';
import { createRepeats } from './insistence';
import { afterPlaying, mayPlay, NOTHING_PLAYED } from './rate-limit';
import type { SoundEvent, SoundOptions, SoundState, Volume } from './sound-options';
import { escalated, lengthOf, type Note, TONES } from './tones';

/** Outcome of a request to play: `limited` by another sound, `silent` if sound is off or locked by the browser. */
export type PlayOutcome = 'played' | 'limited' | 'muted' | 'silent';

export type Sound = {
  subscribe: (listener: () => void) => () => void;
  state: () => SoundState;
  /** Remaining ms of muting; 0 if it is not muted. */
  mutedMs: () => number;
  choose: (options: SoundOptions) => void;
  /** Starts the audio. Works during a touch or key event of the page, or if the browser requires none. */
  unlock: () => void;
  /** Never queues: a sound that cannot play now is dropped. */
  play: (event: SoundEvent) => PlayOutcome;
  /** Repeats the event with growing urgency until the page is touched or the key is withdrawn. */
  insist: (key: string, event: SoundEvent) => void;
  withdraw: (key: string) => void;
  /** A touch of the page acknowledges all repeated sounds. */
  touched: () => void;
  /** Plays an event regardless of options, limits and muting, once the audio runs. */
  test: (event: SoundEvent) => void;
  /** Mutes for this many ms; 0 ends it. */
  mute: (ms: number) => void;
  /**
   * Plays repeats that are due. Call it after withdrawing what no longer holds: a page that was frozen must not repeat
   * what ended meanwhile.
   */
  repeat: () => void;
  /** Called every second, since muting may have ended. */
  tick: () => void;
  close: () => void;
};

export type SoundDeps = {
  createContext: () => AudioContext;
  /** Ms on the page's monotonic clock. */
  monotonicNow: () => number;
  options: SoundOptions;
};

const GAINS: Record<Volume, number> = { quiet: 0.22, normal: 0.5, loud: 1 };

/** A page's sound, outside React: what may play, what repeats until it is answered, and muting. */
export function createSound({ createContext, monotonicNow, options: chosen }: SoundDeps): Sound {
  const { subscribe, notify, clear } = createListeners();
  let options = chosen;
  let played = NOTHING_PLAYED;
  const muting = createMuting(monotonicNow);

  const audio = createAudio({
    createContext,
    volume: GAINS[options.volume],
    onChange() {
      if (!audio.isAwake()) {
        audio.cut(); // a sound that was interrupted must not continue minutes later
        if (options.sound === 'on') audio.wake();
      }
      notify();
    },
  });
  const state = (): SoundState => {
    if (options.sound === 'off') return 'off';
    return audio.isAwake() ? 'on' : 'locked';
  };

  function sound(event: SoundEvent, notes: readonly Note[]): void {
    audio.play(notes);
    played = afterPlaying(played, event, monotonicNow(), lengthOf(notes));
  }

  /** `step` is 0 for the event itself, and higher for its repeats. */
  function attempt(event: SoundEvent, step: number): PlayOutcome {
    if (state() !== 'on' || !options.events.includes(event)) return 'silent';
    if (muting.leftMs() > 0) return 'muted';
    if (!mayPlay(played, event, monotonicNow(), step > 0)) return 'limited';
    sound(event, step === 0 ? TONES[event].notes : escalated(TONES[event].notes, step));
    return 'played';
  }

  const repeats = createRepeats(monotonicNow, attempt);

  return {
    subscribe,
    state,
    mutedMs: muting.leftMs,
    choose: (next) => {
      options = next;
      audio.setVolume(GAINS[next.volume]);
      if (next.sound === 'off') {
        audio.cut();
        repeats.clear();
        muting.set(0);
      } else audio.wake();
      notify();
    },
    unlock: audio.wake,
    play: (event) => attempt(event, 0),
    insist: (key, event) => {
      if (options.sound === 'on' && options.insists.includes(event)) repeats.add(key, event);
    },
    withdraw: repeats.withdraw,
    touched: repeats.clear,
    test: (event) => {
      audio.wake();
      audio.whenAwake(() => sound(event, TONES[event].notes));
    },
    mute: (ms) => {
      muting.set(ms);
      if (ms > 0) audio.cut();
      notify();
    },
    tick: () => {
      if (muting.tick()) notify();
    },
    repeat: repeats.play,
    close: () => {
      repeats.clear();
      clear();
      audio.close();
    },
  };
}

function createMuting(monotonicNow: () => number) {
  let until: number | null = null;
  return {
    leftMs: () => (until === null ? 0 : Math.max(0, until - monotonicNow())),
    set(ms: number): void {
      until = ms > 0 ? monotonicNow() + ms : null;
    },
    /** Ends it when its time is over. Returns whether the page was muted until now. */
    tick(): boolean {
      if (until === null) return false;
      if (until <= monotonicNow()) until = null;
      return true;
    },
  };
}
