'use client';

import { useEffect, useState } from 'react';
import { isOpenAt } from '../../../domain/opening-hours';
import { listenTo } from '../../browser';
import { useLive } from '../../live/live-context';
import { useFreshness } from '../../live/use-age';
import { isDue } from '../../ticket/urgency';
import { useClock } from '../../time/use-clock';

const UNTOUCHED_MS = 60_000;

/** Whether a screen may rest: outside opening hours, without open courses, live, and not touched for a minute. */
export function useResting(): boolean {
  const hours = useLive((view) => view.openingHours);
  const isBusy = useLive(({ board }) => board === null || [...board.tickets.values()].some(isDue));
  const time = useClock();
  const { level } = useFreshness();
  const isOpen = time === '' || isOpenAt(minuteOf(time), hours);
  const isTouched = useTouched();
  return level === 'live' && !isOpen && !isBusy && !isTouched;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const touch = () => {
      setTouched(true);
      clearTimeout(timer);
      timer = setTimeout(() => setTouched(false), UNTOUCHED_MS);
    };
    const stop = listenTo(window, ['pointerdown', 'keydown'], touch);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return isTouched;
}
