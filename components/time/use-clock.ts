'use client';

import { useAtNow, useTimeZone } from '../live/live-context';
import { clockText } from './clock-text';

/** Local time of the branch, `19:42` or `19:42:07`; empty before it is known. */
export function useClock(withSeconds: boolean): string {
  const timeZone = useTimeZone();
  const unitMs = withSeconds ? 1_000 : 60_000;
  // Formatting takes long, so only when the text changes.
  const at = useAtNow((now) => now - (now % unitMs), null);
  return at === null ? '' : clockText(at, timeZone, withSeconds);
}
