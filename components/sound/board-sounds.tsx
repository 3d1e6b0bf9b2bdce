'use client';

import { useEffect, useRef } from 'react';
import type { Ticket } from '../../contract/live';
import { keepLoading } from '../keep-loading';
import { useLiveStore } from '../live/live-context';
import { useSound } from './sound-context';
import type { SoundRules } from './sounds-of';
import { vibrate } from './vibrate';

type Props = { rules: SoundRules; vibrates?: boolean; notify?: (tickets: readonly Ticket[]) => void };

/**
 * Plays sounds for the board of the surrounding `LiveProvider`. `vibrates`: the device vibrates for my tickets even if
 * sound is off. `notify` is called with them, and must stay the same function.
 */
export function BoardSounds({ rules, vibrates = false, notify }: Props) {
  const store = useLiveStore();
  const { handle, options } = useSound();
  const newest = useRef(rules);
  useEffect(() => {
    newest.current = rules;
  }, [rules]);
  const isWanted = options.sound === 'on' || vibrates;
  useEffect(() => {
    if (!isWanted) return;
    let stop: (() => void) | null = null;
    const stopLoading = keepLoading(
      () => import('./sound.lazy'),
      ({ playBoardSounds }) => {
        stop = playBoardSounds({
          store,
          sound: handle.opened,
          rules: () => newest.current,
          isOnline: () => navigator.onLine,
          vibrate,
          notify,
        });
      },
    );
    return () => {
      stopLoading();
      stop?.();
    };
  }, [store, handle, isWanted, notify]);
  return null;
}
