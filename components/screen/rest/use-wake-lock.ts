'use client';

import { useEffect, useState } from 'react';
import { listenTo } from '../../browser';

/** `held`: the browser keeps the screen awake. `missing`: it cannot, or refuses. `free`: not wanted. */
export type WakeLockState = 'held' | 'missing' | 'free';

const ASK_AGAIN_MS = 30_000;

/**
 * Keeps the screen awake while `isWanted`. Browsers release the lock when the page is hidden, and grant one only in a
 * secure context; it is requested again when the page is shown or touched, and every half minute.
 */
export function useWakeLock(isWanted: boolean): WakeLockState {
  const [isHeld, setHeld] = useState<boolean | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let lock: WakeLockSentinel | null = null;
    let isAsking = false;
    let isOver = false;
    const ask = async () => {
      if (isAsking || isOver || document.hidden || (lock && !lock.released)) return;
      isAsking = true;
      lock = await requestLock();
      isAsking = false;
      if (isOver) void lock?.release();
      else setHeld(lock !== null);
      lock?.addEventListener('release', () => !isOver && setHeld(false));
    };
    void ask();
    const timer = setInterval(ask, ASK_AGAIN_MS);
    const stops = [listenTo(document, ['visibilitychange'], ask), listenTo(window, ['pointerdown', 'keydown'], ask)];
    return () => {
      isOver = true;
      clearInterval(timer);
      for (const stop of stops) stop();
      void lock?.release();
      setHeld(null);
    };
  }, [isWanted]);
  if (!isWanted || isHeld === null) return 'free';
  return isHeld ? 'held' : 'missing';
}

async function requestLock(): Promise<WakeLockSentinel | null> {
  try {
    // Absent outside a secure context, contrary to its type.
    const { wakeLock } = navigator as Partial<Pick<Navigator, 'wakeLock'>>;
    return (await wakeLock?.request('screen')) ?? null;
  } catch {
    return null;
  }
}
