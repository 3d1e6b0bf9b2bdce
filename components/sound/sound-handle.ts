import { isSame } from '../../lib/same';
import type { Sound } from './create-sound';
import type { SoundEvent, SoundOptions, SoundState } from './sound-options';

const MINUTE_MS = 60_000;
const LOAD_AGAIN_MS = 5_000;

/** A page's sound as components use it. The code that plays it is loaded only if sound is on. */
export type SoundHandle = {
  subscribe: (listener: () => void) => () => void;
  state: () => SoundState;
  /** Remaining minutes of muting, rounded up; 0 if it is not muted. */
  mutedMinutes: () => number;
  choose: (options: SoundOptions) => void;
  unlock: () => void;
  test: (event: SoundEvent) => void;
  /** The engine; null until it is loaded. Do not wait for it: sounds never play late. */
  opened: () => Sound | null;
  /** Opens the sound and returns the function that closes it. It can be opened again. */
  open: () => () => void;
};

export function createSoundHandle(chosen: SoundOptions): SoundHandle {
  const listeners = new Set<() => void>();
  let options = chosen;
  let sound: Sound | null = null;
  let opening: Promise<Sound | null> | null = null;
  let isOpen = false;
  const notify = () => {
    for (const listener of listeners) listener();
  };

  /** Null if it was closed meanwhile or failed to load; the next call tries again. */
  function fetched(): Promise<Sound | null> {
    opening ??= import('./sound.lazy').then(
      ({ openSound }) => {
        if (!isOpen) return null;
        sound = openSound(options);
        sound.subscribe(notify);
        notify();
        return sound;
      },
      () => {
        opening = null;
        return null;
      },
    );
    return opening;
  }

  const unlock = () => void fetched().then((opened) => opened?.unlock());

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => sound?.state() ?? (options.sound === 'off' ? 'off' : 'locked'),
    mutedMinutes: () => Math.ceil((sound?.mutedMs() ?? 0) / MINUTE_MS),
    choose: (next) => {
      if (isSame(next, options)) return;
      options = next;
      sound?.choose(next);
      if (next.sound === 'on' && isOpen) unlock();
      notify();
    },
    unlock,
    test: (event) => void fetched().then((opened) => opened?.test(event)),
    opened: () => sound,
    open: () => {
      isOpen = true;
      const load = () => options.sound === 'on' && void fetched();
      load();
      // If that failed: perhaps nobody touches the badge that says so.
      const loading = setInterval(load, LOAD_AGAIN_MS);
      return () => {
        isOpen = false;
        clearInterval(loading);
        sound?.close();
        sound = null;
        opening = null;
      };
    },
  };
}
