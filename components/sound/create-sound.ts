import { dueOf, repeated, stepAt, type Unanswered } from './insistence';
import { afterPlaying, mayPlay, NOTHING_PLAYED } from './rate-limit';
import { createOutput, renderNotes } from './render-notes';
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
const FADE_S = 0.015;
const LEAD_S = 0.01;
/** Audio that does not start within this time will not start at all. */
const WAKES_WITHIN_MS = 1_500;

/** A page's sound, outside React. No audio context exists before the first `unlock`. */
export function createSound({ createContext, monotonicNow, options: chosen }: SoundDeps): Sound {
  const listeners = new Set<() => void>();
  let options = chosen;
  let context: AudioContext | null = null;
  let output: GainNode | null = null;
  let current: GainNode | null = null;
  let played = NOTHING_PLAYED;
  let waiting: Unanswered[] = [];
  let lastRepeatAt: number | null = null;
  let mutedUntil: number | null = null;
  let isClosed = false;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const isAwake = () => context?.state === 'running';
  const state = (): SoundState => {
    if (options.sound === 'off') return 'off';
    return isAwake() ? 'on' : 'locked';
  };
  const mutedMs = () => (mutedUntil === null ? 0 : Math.max(0, mutedUntil - monotonicNow()));

  function wake(): void {
    if (isClosed) return;
    if (context === null) {
      try {
        context = createContext();
      } catch {
        return; // a device without audio output: the badge stays
      }
      output = createOutput(context, GAINS[options.volume]);
      context.addEventListener('statechange', onStateChange);
    }
    // A refusal, or no answer, is visible in the state.
    if (context.state !== 'running') context.resume().catch(() => {});
  }

  function onStateChange(): void {
    if (!isAwake()) {
      cut(); // a sound that was interrupted must not continue minutes later
      if (options.sound === 'on') wake();
    }
    notify();
  }

  /** Runs `then` within the time limit or never: after a touch the audio takes a moment to start. */
  function whenAwake(then: () => void): void {
    const waking = context;
    if (waking?.state === 'running') then();
    if (waking === null || waking.state === 'running') return;
    const patience = new AbortController();
    const listen = () => {
      if (waking.state !== 'running') return;
      patience.abort();
      then();
    };
    waking.addEventListener('statechange', listen, { signal: patience.signal });
    setTimeout(() => patience.abort(), WAKES_WITHIN_MS);
  }

  function cut(): void {
    if (!context || !current) return;
    const fading = current;
    fading.gain.setTargetAtTime(0, context.currentTime, FADE_S / 3);
    setTimeout(() => fading.disconnect(), FADE_S * 2_000);
    current = null;
  }

  function sound(event: SoundEvent, notes: readonly Note[]): void {
    if (!context || !output) return;
    cut();
    current = new GainNode(context, { gain: 1 });
    current.connect(output);
    renderNotes(context, current, notes, context.currentTime + LEAD_S);
    played = afterPlaying(played, event, monotonicNow(), lengthOf(notes));
  }

  /** `step` is 0 for the event itself, and higher for its repeats. */
  function attempt(event: SoundEvent, step: number): PlayOutcome {
    if (state() !== 'on' || !options.events.includes(event)) return 'silent';
    if (mutedMs() > 0) return 'muted';
    if (!mayPlay(played, event, monotonicNow(), step > 0)) return 'limited';
    sound(event, step === 0 ? TONES[event].notes : escalated(TONES[event].notes, step));
    return 'played';
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state,
    mutedMs,
    choose: (next) => {
      options = next;
      if (context && output) output.gain.setTargetAtTime(GAINS[next.volume], context.currentTime, FADE_S);
      if (next.sound === 'off') {
        cut();
        waiting = [];
        mutedUntil = null;
      }
      notify();
    },
    unlock: wake,
    play: (event) => attempt(event, 0),
    insist: (key, event) => {
      if (options.sound === 'off' || !options.insists.includes(event)) return;
      if (waiting.some((each) => each.key === key)) return;
      waiting.push({ key, event, since: monotonicNow(), step: 0 });
    },
    withdraw: (key) => {
      waiting = waiting.filter((each) => each.key !== key);
    },
    touched: () => {
      waiting = [];
    },
    test: (event) => {
      wake();
      whenAwake(() => sound(event, TONES[event].notes));
    },
    mute: (ms) => {
      mutedUntil = ms > 0 ? monotonicNow() + ms : null;
      if (ms > 0) cut();
      notify();
    },
    tick: () => {
      if (mutedUntil === null) return;
      if (mutedUntil <= monotonicNow()) mutedUntil = null;
      notify();
    },
    repeat: () => {
      const now = monotonicNow();
      const due = dueOf(waiting, now, lastRepeatAt);
      if (!due) return;
      attempt(due.event, stepAt(due, now));
      lastRepeatAt = now;
      waiting = waiting.map((each) => (each === due ? repeated(each, now) : each));
    },
    close: () => {
      isClosed = true;
      waiting = [];
      listeners.clear();
      context?.removeEventListener('statechange', onStateChange);
      context?.close().catch(() => {});
    },
  };
}
