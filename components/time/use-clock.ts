'use client';

import { MINUTE_MS } from '../../lib/time-units';
import { useAtNow, useLive } from '../live/live-context';
import { clockText } from './clock-text';

/** Local time of the branch, `19:42`; empty before it is known, and on a refused screen. */
export function useClock(): string {
  const timeZone = useLive(({ board }) => board?.branch.timeZone);
  // Formatting takes long, so only when the text changes.
  const at = useAtNow((now) => now - (now % MINUTE_MS), null);
  return at === null || !timeZone ? '' : clockText(at, timeZone, false);
}
