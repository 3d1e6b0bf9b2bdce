'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { onTick } from '../clock';
import { type Freshness, freshnessOf } from './freshness';
import { useLiveStore, useSeen } from './live-context';
import type { LiveStore } from './live-store';

function ageOf(store: LiveStore): number | null {
  const { newsAt } = store.view();
  return newsAt === null ? null : store.monotonicNow() - newsAt;
}

/** How old the last news is, in whole seconds as ms; null before the first. */
export function useAge(): number | null {
  const store = useLiveStore();
  const look = () => {
    const age = ageOf(store);
    return age === null ? null : Math.floor(age / 1000) * 1000;
  };
  return useSyncExternalStore(onTick, look, look);
}

/** How fresh the board is, and whose fault it is where it is not. */
export function useFreshness(): Freshness {
  const store = useLiveStore();
  const isOnline = useOnline();
  const watch = useCallback(
    (changed: () => void) => {
      const stops = [onTick(changed), store.subscribe(changed)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [store],
  );
  return useSeen(watch, () => freshnessOf(ageOf(store), store.view().link, isOnline));
}

function watchOnline(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Whether this device thinks that it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchOnline,
    () => navigator.onLine,
    () => true,
  );
}
