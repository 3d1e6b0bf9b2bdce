'use client';

import { useEffect, useRef } from 'react';
import type { Ticket } from '../../contract/live';
import { keepLoading } from '../keep-loading';
import { useLiveStore } from '../live/live-context';
import { useSound } from './sound-context';
import type { Listen } from './sounds-of';
import { vibrate } from './vibrate';

type Props = { listen: Listen; vibrates?: boolean; notify?: (tickets: readonly Ticket[]) => void };

/**
 * Plays sounds for the board of the surrounding `LiveProvider` by the rules of `listen`. `vibrates`: the device
 * vibrates for my tickets even if sound is off. `notify` is
 * called with them, and must stay the same function.
 */
export function BoardSounds({ listen, vibrates = false, notify }: Props) {
  const store = useLiveStore();
  const { handle, options } = useSound();
  const rules = useRef(listen);
  useEffect(() => {
    rules.current = listen;
  }, [listen]);
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
          listen: () => rules.current,
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
