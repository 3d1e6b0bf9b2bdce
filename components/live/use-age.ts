'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { useIsOnline } from '../browser';
import { onTick } from '../clock';
import { type Freshness, freshnessOf } from './freshness';
import { useLiveStore, useSeen } from './live-context';
import type { LiveStore } from './live-store';
import { ageOf } from './live-view';

const ageIn = (store: LiveStore) => ageOf(store.view(), store.monotonicNow());

/** Age of the board in ms, in whole seconds; null before the first. */
export function useAge(): number | null {
  const store = useLiveStore();
  const look = () => {
    const age = ageIn(store);
    return age === null ? null : Math.floor(age / 1000) * 1000;
  };
  return useSyncExternalStore(onTick, look, look);
}

/** Freshness of the board, and the likely cause if it is not live. */
export function useFreshness(): Freshness {
  const store = useLiveStore();
  const isOnline = useIsOnline();
  const watch = useCallback(
    (changed: () => void) => {
      const stops = [onTick(changed), store.subscribe(changed)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [store],
  );
  return useSeen(watch, () => freshnessOf(ageIn(store), store.view().link, isOnline));
}
