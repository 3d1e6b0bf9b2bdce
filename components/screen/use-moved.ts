'use client';

import { useEffect, useRef } from 'react';
import { useLive } from '../live/live-context';

/** Options of the address that hold for every view: a kiosk stays one. */
const KEPT_WHEN_MOVED = ['lang', 'kiosk'];

/**
 * Leaves for the screen's own page when a manager has moved the screen: the server names another view than before, or
 * refuses the branch that it showed. The pairing page knows the way.
 */
export function useMoved(): void {
  const view = useLive(({ screen }) => screen?.view ?? null);
  const isRefused = useLive(({ link }) => link.kind === 'refused' && link.code === 'branch');
  const first = useRef<string | null>(null);
  first.current ??= view;
  const isMoved = first.current !== null && (view !== first.current || isRefused);
  useEffect(() => {
    if (!isMoved) return;
    const kept = [...new URLSearchParams(window.location.search)].filter(([name]) => KEPT_WHEN_MOVED.includes(name));
    window.location.replace(kept.length > 0 ? `/pair?${new URLSearchParams(kept)}` : '/pair');
  }, [isMoved]);
}
