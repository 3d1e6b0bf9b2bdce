'use client';

import { useAtNow, useLive } from '../live/live-context';
import { clockText } from './clock-text';

/** The wall clock of the branch, `19:42` or `19:42:07`; empty before its time is known. */
export function useClock(withSeconds: boolean): string {
  const timeZone = useLive((view) => view.board?.branch.timeZone) ?? 'UTC';
  return useAtNow((now) => clockText(now, timeZone, withSeconds), '');
}
