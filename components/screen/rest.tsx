'use client';

import { type RefObject, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isOpenAt } from '../../domain/services';
import { listenTo } from '../browser';
import { useClock, useFreshness, useLive, useLiveStore } from '../live/live-context';
import { isDue } from '../ticket/ticket-state';

/**
 * Protects a fixed screen: it drifts against burn-in, and goes dark at rest. A touch ends the rest and reaches the
 * page.
 */
export function Rest({ ground }: { ground: RefObject<HTMLElement | null> }) {
  useDrift(ground);
  const isResting = useResting();
  return (
    <div
      className={`pointer-events-none absolute inset-0 bg-black/85 ${isResting ? '' : 'invisible'}`}
      data-dimmed={isResting}
      aria-hidden="true"
    />
  );
}

const EVERY_MS = 60_000;
/**
 * Positions around a square of two pixels. Only up and left, because content that leaves on those sides causes no
 * scrolling.
 */
const STEPS = [
  [0, 0],
  [-1, 0],
  [-2, 0],
  [-2, -1],
  [-2, -2],
  [-1, -2],
  [0, -2],
  [0, -1],
] as const;

/** Moves the whole page by a pixel a minute against burn-in. A translation causes no layout, and no slide animation. */
function useDrift(ground: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const moved = ground.current;
    if (!moved) return;
    let step = 0;
    const timer = setInterval(() => {
      step = (step + 1) % STEPS.length;
      const [x, y] = STEPS[step] ?? STEPS[0];
      moved.style.translate = `${x}px ${y}px`;
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      moved.style.translate = '';
    };
  }, [ground]);
}

/** So that somebody who pairs or starts a screen outside opening hours sees that it works. */
const BRIGHT_MS = 5 * 60_000;

/** Whether a screen may rest: outside opening hours, without open courses, live, and not opened or touched lately. */
function useResting(): boolean {
  const hours = useLive((view) => view.openingHours);
  const isBusy = useLive(({ board }) => board === null || [...board.tickets.values()].some(isDue));
  const time = useClock();
  const { level } = useFreshness();
  const isOpen = time === '' || isOpenAt(minuteOf(time), hours);
  const isTouched = useTouched(BRIGHT_MS, true);
  return level === 'live' && !isOpen && !isBusy && !isTouched;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const UNTOUCHED_MS = 60_000;

/** Whether somebody used the screen by touch or key within the last `ms`; if `isAtFirst`, opening it counts too. */
export function useTouched(ms = UNTOUCHED_MS, isAtFirst = false): boolean {
  const [isTouched, setTouched] = useState(isAtFirst);
  useEffect(() => {
    let timer = setTimeout(() => setTouched(false), ms);
    const touch = () => {
      setTouched(true);
      clearTimeout(timer);
      timer = setTimeout(() => setTouched(false), ms);
    };
    const stop = listenTo(window, ['pointerdown', 'keydown'], touch);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [ms]);
  return isTouched;
}

/** Warns that the device may put this screen to sleep although it should stay awake. */
export function WakeBadge() {
  const state = useWakeLock(!useResting());
  const store = useLiveStore();
  useEffect(() => store.describe({ wakeLock: state }), [state, store]);
  if (state !== 'missing') return null;
  return <Badge />;
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

/** `held`: the browser keeps the screen awake. `missing`: it cannot, or refuses. `free`: not wanted. */
type WakeLockState = 'held' | 'missing' | 'free';

const ASK_AGAIN_MS = 30_000;

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
