'use client';

import { useAtNow, useTimeZone } from '../live/live-context';
import { clockText } from './clock-text';

/** Local time of the branch, `19:42` or `19:42:07`; empty before it is known. */
export function useClock(withSeconds: boolean): string {
  const timeZone = useTimeZone();
  return useAtNow((now) => clockText(now, timeZone, withSeconds), '');
}
