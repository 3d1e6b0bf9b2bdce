'use client';

import { useLive, useLiveStore, useTimeZone } from '../live/live-context';
import { clockText } from '../time/clock-text';

/** Time of the last update in the branch's time zone, `19:42:07`; null before the first. */
export function useNewsTime(): string | null {
  const store = useLiveStore();
  const newsAt = useLive((view) => view.newsAt);
  const timeZone = useTimeZone();
  if (newsAt === null) return null;
  return clockText((store.serverNow() ?? 0) - (store.monotonicNow() - newsAt), timeZone, true);
}
