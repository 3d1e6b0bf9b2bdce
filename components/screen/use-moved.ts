'use client';

import { useEffect, useRef } from 'react';
import { localDevice } from '../device-storage';
import { useLive } from '../live/live-context';

/** Options of the address that hold for every view: a kiosk stays one. */
const KEPT_WHEN_MOVED = ['lang', 'kiosk'];
/** The view that this device had as a screen, also before it was switched off. */
const STORED = 'heatlamp-view';

/**
 * Leaves for the screen's own page when a manager has moved the screen, also while it was off: the server names another
 * view than before, or refuses the branch that it showed. The pairing page knows the way.
 */
export function useMoved(isKiosk: boolean): void {
  const view = useLive(({ screen }) => screen?.view ?? null);
  const isRefused = useLive(({ link }) => link.kind === 'refused' && link.code === 'branch');
  const before = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (before.current === undefined) before.current = localDevice.get(STORED) ?? null;
    const known = before.current;
    if (view !== null) {
      before.current = view;
      localDevice.set(STORED, view);
    }
    const hasOtherView = view !== null && known !== null && view !== known && window.location.pathname !== `/${view}`;
    // A kiosk that starts with the address of its former branch cannot be asked for another; nobody may be there.
    const hasOtherBranch = isRefused && (view !== null || (isKiosk && known !== null));
    if (!hasOtherView && !hasOtherBranch) return;
    const kept = [...new URLSearchParams(window.location.search)].filter(([name]) => KEPT_WHEN_MOVED.includes(name));
    window.location.replace(kept.length > 0 ? `/pair?${new URLSearchParams(kept)}` : '/pair');
  }, [view, isRefused, isKiosk]);
}
