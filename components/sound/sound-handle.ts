import { isSame } from '../../lib/same';
import type { Sound } from './create-sound';
import type { SoundEvent, SoundOptions, SoundState } from './sound-options';

const MINUTE_MS = 60_000;

/** A page's sound as its components hold it. What makes it is fetched only where sound is wanted. */
export type SoundHandle = {
  subscribe: (listener: () => void) => () => void;
  state: () => SoundState;
  /** For how many minutes more, begun ones counted whole, nothing is heard; 0 where it is not muted. */
  mutedMinutes: () => number;
  choose: (options: SoundOptions) => void;
  unlock: () => void;
  test: (event: SoundEvent) => void;
  /** What makes it heard; null while that is not there, which is no reason to wait: nothing is heard later. */
  opened: () => Sound | null;
  /** Returns the release. It can be opened again. */
  open: () => () => void;
};

export function createSoundHandle(chosen: SoundOptions): SoundHandle {
  const listeners = new Set<() => void>();
  let options = chosen;
  let sound: Sound | null = null;
  let opening: Promise<Sound | null> | null = null;
  let isOpen = false;
  const tell = () => {
    for (const listener of listeners) listener();
  };

  /** Null where it was closed meanwhile, or could not be fetched; then the next one who asks tries again. */
  function fetched(): Promise<Sound | null> {
    opening ??= import('./at-work').then(
      ({ openSound }) => {
        if (!isOpen) return null;
        sound = openSound(options);
        sound.subscribe(tell);
        tell();
        return sound;
      },
      () => {
        opening = null;
        return null;
      },
    );
    return opening;
  }

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
      if (next.sound === 'on' && isOpen) void fetched().then((opened) => opened?.unlock());
      tell();
    },
    unlock: () => void fetched().then((opened) => opened?.unlock()),
    test: (event) => void fetched().then((opened) => opened?.test(event)),
    opened: () => sound,
    open: () => {
      isOpen = true;
      if (options.sound === 'on') void fetched();
      return () => {
        isOpen = false;
        sound?.close();
        sound = null;
        opening = null;
      };
    },
  };
}
