'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { restMessages } from '../../../messages/areas/rest';
import { listenTo } from '../../browser';
import { useLiveStore } from '../../live/live-context';
import { WithMessages } from '../../messages/with-messages';
import { useResting } from './use-resting';

/** `held`: the browser keeps the screen awake. `missing`: it cannot, or refuses. `free`: not wanted. */
type WakeLockState = 'held' | 'missing' | 'free';

const ASK_AGAIN_MS = 30_000;

/** Warns that the device may put this screen to sleep although it should stay awake. */
export function WakeBadge() {
  const state = useWakeLock(!useResting());
  const store = useLiveStore();
  useEffect(() => store.describe({ wakeLock: state }), [state, store]);
  if (state !== 'missing') return null;
  return (
    <WithMessages messages={restMessages}>
      <Badge />
    </WithMessages>
  );
}

function Badge() {
  const t = useTranslations('rest');
  const isSecure = window.isSecureContext;
  const text = t(isSecure ? 'maySleep' : 'maySleepInsecure');
  return (
    <span
      role="img"
      className="grid aspect-square w-[max(1.9rem,1.1em)] flex-none place-items-center rounded-[0.35em] on-warn"
      aria-label={text}
      title={text}
    >
      <svg
        className="w-[70%] fill-none stroke-[2.4] stroke-current"
        strokeLinejoin="round"
        viewBox="0 0 24 24"
        aria-hidden="true"
      >
        <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4 6.8 6.8 0 0 0 20 14.5z" />
      </svg>
    </span>
  );
}

/**
 * Keeps the screen awake while `isWanted`. Browsers release the lock when the page is hidden, and grant one only in a
 * secure context; it is requested again when the page is shown or touched, and every half minute.
 */
function useWakeLock(isWanted: boolean): WakeLockState {
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
