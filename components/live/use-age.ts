'use client';

import { useSyncExternalStore } from 'react';
import { onTick } from '../clock';
import { useLiveStore } from './live-context';

/** How old the last news is, in whole seconds as ms; null before the first. */
export function useAge(): number | null {
  const store = useLiveStore();
  const look = () => {
    const { newsAt } = store.view();
    return newsAt === null ? null : Math.floor((store.monotonicNow() - newsAt) / 1000) * 1000;
  };
  return useSyncExternalStore(onTick, look, look);
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
