'use client';

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Language } from '../../lib/language';
import { isSame } from '../../lib/same';
import { MINUTE_MS } from '../../lib/time-units';
import { createListeners } from '../listeners';
import type { Sound } from './create-sound';
import type { SoundOptions, SoundState } from './sound-options';

const LOAD_AGAIN_MS = 5_000;

/** A page's sound as components use it. The code that plays it is loaded only if sound is on. */
type SoundHandle = {
  subscribe: (listener: () => void) => () => void;
  state: () => SoundState;
  /** Remaining minutes of muting, rounded up; 0 if it is not muted. */
  mutedMinutes: () => number;
  choose: (options: SoundOptions) => void;
  /** Loads the engine; null if the sound was closed meanwhile, or if that failed. */
  load: () => Promise<Sound | null>;
  /** The engine; null until it is loaded. Do not wait for it: sounds never play late. */
  opened: () => Sound | null;
  /** Opens the sound and returns the function that closes it. It can be opened again. */
  open: () => () => void;
};

type Choose = (chosen: Partial<SoundOptions>) => void;
type Held = { handle: SoundHandle; options: SoundOptions; choose: Choose; language: Language };

const SoundContext = createContext<Held | null>(null);

type Props = { options: SoundOptions; choose: Choose; language: Language; children: ReactNode };

/** Provides a page's sound. `choose` writes an option to the source of `options`: the page's address. */
export function SoundProvider({ options, choose, language, children }: Props) {
  const [handle] = useState(() => createSoundHandle(options));
  useEffect(() => handle.choose(options), [handle, options]);
  useEffect(() => handle.open(), [handle]);
  const held = useMemo(() => ({ handle, options, choose, language }), [handle, options, choose, language]);
  return <SoundContext value={held}>{children}</SoundContext>;
}

/** The page's sound and its state. @throws Error outside `SoundProvider` */
export function useSound(): Held & { state: SoundState; mutedMinutes: number } {
  const held = useContext(SoundContext);
  if (!held) throw new Error('this is shown inside SoundProvider only');
  const { handle } = held;
  const state = useSyncExternalStore(handle.subscribe, handle.state, handle.state);
  const mutedMinutes = useSyncExternalStore(handle.subscribe, handle.mutedMinutes, handle.mutedMinutes);
  return { ...held, state, mutedMinutes };
}

function createSoundHandle(chosen: SoundOptions): SoundHandle {
  const { subscribe, notify } = createListeners();
  let options = chosen;
  let sound: Sound | null = null;
  let opening: Promise<Sound | null> | null = null;
  let isOpen = false;

  /** What failed is tried again at the next call. */
  function load(): Promise<Sound | null> {
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

  const loadIfOn = () => isOpen && options.sound === 'on' && void load();

  return {
    subscribe,
    state: () => sound?.state() ?? (options.sound === 'off' ? 'off' : 'locked'),
    mutedMinutes: () => Math.ceil((sound?.mutedMs() ?? 0) / MINUTE_MS),
    choose: (next) => {
      if (isSame(next, options)) return;
      options = next;
      sound?.choose(next);
      loadIfOn();
      notify();
    },
    load,
    opened: () => sound,
    open: () => {
      isOpen = true;
      loadIfOn();
      // If loading failed, it is tried again: a wall may have no one who touches the badge.
      const loading = setInterval(loadIfOn, LOAD_AGAIN_MS);
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
