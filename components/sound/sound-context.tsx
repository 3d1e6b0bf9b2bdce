'use client';

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Language } from '../../lib/language';
import { createSoundHandle, type SoundHandle } from './sound-handle';
import type { SoundOptions, SoundState } from './sound-options';

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
