'use client';

import { MINUTE_MS } from '../../lib/time-units';
import { useAtNow, useLive, useLiveStore } from '../live/live-context';
import { clockText } from './clock-text';

/**
 * Local time of the branch by the server's clock, `19:42`, also where the POS's clock is wrong; empty before it is known,
 * and on a refused screen.
 */
export function useClock(): string {
  const store = useLiveStore();
  const timeZone = useLive(({ board }) => board?.branch.timeZone);
  // Formatting takes long, so only when the text changes.
  const at = useAtNow(() => {
    const now = store.serverNow() ?? 0;
    return now - (now % MINUTE_MS);
  }, null);
  return at === null || !timeZone ? '' : clockText(at, timeZone, false);
}
