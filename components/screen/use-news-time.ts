'use client';

import { useLive, useLiveStore, useTimeZone } from '../live/live-context';
import { ageOf } from '../live/live-view';
import { clockText } from '../time/clock-text';

/** Until when the board has everything, in the branch's time zone, `19:42:07`; null before the first. */
export function useNewsTime(): string | null {
  const store = useLiveStore();
  useLive((view) => (view.newsAt ?? 0) - view.behindMs);
  const timeZone = useTimeZone();
  const age = ageOf(store.view(), store.monotonicNow());
  return age === null ? null : clockText((store.serverNow() ?? 0) - age, timeZone, true);
}
