'use client';

import { useEffect, useState } from 'react';
import { isOpenAt } from '../../../domain/opening-hours';
import { listenTo } from '../../browser';
import { useAtNow, useLive, useTimeZone } from '../../live/live-context';
import { useFreshness } from '../../live/use-age';
import { isDue } from '../../ticket/urgency';
import { clockText } from '../../time/clock-text';

const UNTOUCHED_MS = 60_000;

/** Whether a screen may rest: outside opening hours, without open courses, live, and not touched for a minute. */
export function useResting(): boolean {
  const hours = useLive((view) => view.openingHours);
  const tickets = useLive((view) => view.board?.tickets);
  const timeZone = useTimeZone();
  const { level } = useFreshness();
  const isOpen = useAtNow((now) => isOpenAt(minuteOf(now, timeZone), hours), true);
  const isTouched = useTouched();
  const isBusy = tickets === undefined || [...tickets.values()].some(isDue);
  return level === 'live' && !isOpen && !isBusy && !isTouched;
}

function minuteOf(now: number, timeZone: string): number {
  const [hours = 0, minutes = 0] = clockText(now, timeZone, false).split(':').map(Number);
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
