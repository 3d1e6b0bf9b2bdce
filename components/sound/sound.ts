import { createListeners } from '../../lib/listeners';
import { MINUTE_MS, SECOND_MS } from '../../lib/time';
import { createAudio } from './audio';
import { escalated, lengthOf, type Note, SOUND_EVENTS, type SoundEvent, TONES } from './tones';

export const VOLUMES = ['quiet', 'normal', 'loud'] as const;
export type Volume = (typeof VOLUMES)[number];

export const SOUND_OPTIONS = ['off', 'on'] as const;

/** Sound options of a screen. */
export type SoundOptions = {
  sound: (typeof SOUND_OPTIONS)[number];
  volume: Volume;
};

/** Events that repeat until somebody touches the screen. */
const INSISTENT: readonly SoundEvent[] = ['late', 'mine', 'lost'];

const GAINS: Record<Volume, number> = { quiet: 0.22, normal: 0.5, loud: 1 };

/** `off`: not wanted. `locked`: wanted, but the browser requires a touch, or suspended the audio. */
export type SoundState = 'off' | 'locked' | 'on';

/** Sounds that were played: the last one, and the time of each. Times are ms on a monotonic clock. */
type Played = {
  last: { event: SoundEvent; at: number; endsAt: number } | null;
  at: Partial<Record<SoundEvent, number>>;
};

export const NOTHING_PLAYED: Played = { last: null, at: {} };

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

type SoundDeps = {
  createContext: () => AudioContext;
  /** Ms on the page's monotonic clock. */
  monotonicNow: () => number;
  options: SoundOptions;
};

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
    if (state() !== 'on') return 'silent';
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
      if (options.sound === 'on' && INSISTENT.includes(event)) repeats.add(key, event);
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

const STOPS_MS = 10 * MINUTE_MS;
/** Minimum time between two repeats in ms, however many sounds are unanswered. */
export const REPEATS_APART_MS = 20 * SECOND_MS;

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
  return due.sort((a, b) => weight(b.event) - weight(a.event) || a.since - b.since)[0] ?? null;
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

/** Frequent at first, then each minute, so that people do not learn to ignore a wall that nobody can touch. */
const REPEATS_MS = [20, 40, 60].map((seconds) => seconds * SECOND_MS);

/** Delay of the given repeat after the first sound, in ms. */
function repeatAfter(step: number): number {
  return REPEATS_MS[step] ?? (step - REPEATS_MS.length + 2) * MINUTE_MS;
}

/** Minimum time between two sounds, in ms. */
export const APART_MS = 700;

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
