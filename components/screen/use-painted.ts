'use client';

import { type RefObject, useEffect } from 'react';
import { useLiveStore } from '../live/live-context';

/** How often a page that is in front says how old its news is, whether or not there was any. */
const TOLD_EVERY_MS = 10_000;

/**
 * Tells the server which changed cards are on the glass: drawn, inside the page, and the page in front; and now and
 * then, without any, how old what it shows is. A page that draws no more says nothing.
 */
export function usePainted(ground: RefObject<HTMLElement | null>, changed: readonly string[]): void {
  const store = useLiveStore();
  useEffect(() => {
    if (changed.length === 0) return;
    let frame = requestAnimationFrame(() => {
      // The second frame begins after the first was drawn.
      frame = requestAnimationFrame(() => {
        if (document.visibilityState !== 'visible') return;
        const visible = changed.filter((ticket) => {
          const place = ground.current?.querySelector(`[data-ticket="${CSS.escape(ticket)}"]`)?.getBoundingClientRect();
          return place !== undefined && place.width > 0 && place.bottom > 0 && place.top < window.innerHeight;
        });
        if (visible.length > 0) store.painted(visible);
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [changed, ground, store]);

  useEffect(() => {
    let frame = 0;
    const telling = setInterval(() => {
      frame = requestAnimationFrame(() => {
        if (document.visibilityState === 'visible') store.painted([]);
      });
    }, TOLD_EVERY_MS);
    return () => {
      clearInterval(telling);
      cancelAnimationFrame(frame);
    };
  }, [store]);
}
