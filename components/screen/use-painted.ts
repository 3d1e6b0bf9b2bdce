'use client';

import { type RefObject, useEffect } from 'react';
import { useLive, useLiveStore } from '../live/live-context';
import { useSound } from '../sound/page-sound';

/** How often a visible page reports the age of its data, even without changes. */
const REPORT_EVERY_MS = 10_000;

/**
 * Reports to the server which changed cards were painted inside the viewport of a visible page, and regularly, even
 * without changes, the age of what it shows and the state of its sound. A page that stopped rendering reports nothing.
 */
export function usePainted(ground: RefObject<HTMLElement | null>, changed: readonly string[]): void {
  const store = useLiveStore();
  const hasBoard = useLive((view) => view.board !== null);
  const { state, mutedMinutes } = useSound();
  const sound = state === 'locked' ? 'blocked' : state === 'on' && mutedMinutes > 0 ? 'muted' : state;
  useEffect(() => {
    store.describe({ sound });
    if (hasBoard && !document.hidden) store.painted([]);
  }, [sound, hasBoard, store]);

  useEffect(() => {
    if (changed.length === 0) return;
    let frame = requestAnimationFrame(() => {
      // The second frame starts after the first was painted.
      frame = requestAnimationFrame(() => {
        if (document.hidden) return;
        const visible = changed.filter((ticket) => {
          // `~`: one element may show several tickets.
          const place = ground.current
            ?.querySelector(`[data-ticket~="${CSS.escape(ticket)}"]`)
            ?.getBoundingClientRect();
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
        if (!document.hidden) store.painted([]);
      });
    }, REPORT_EVERY_MS);
    return () => {
      clearInterval(telling);
      cancelAnimationFrame(frame);
    };
  }, [store]);
}
