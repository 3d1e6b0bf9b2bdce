'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

const SLIDE_MS = 200;

/**
 * A card slides to its new place, so that an eye can follow it. Measured only when the arrangement is another, and
 * within `ground`, which may have been scrolled meanwhile.
 */
export function useSlides(ground: RefObject<HTMLElement | null>, arrangement: string): void {
  const places = useRef(new Map<string, DOMPoint>());
  const last = useRef('');

  useLayoutEffect(() => {
    if (last.current === arrangement) return;
    last.current = arrangement;
    const before = places.current;
    const after = new Map<string, DOMPoint>();
    const origin = ground.current?.getBoundingClientRect();
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const card of ground.current?.querySelectorAll<HTMLElement>('[data-ticket]') ?? []) {
      const name = card.dataset.ticket ?? '';
      const { x, y } = card.getBoundingClientRect();
      const place = new DOMPoint(x - (origin?.x ?? 0), y - (origin?.y ?? 0));
      after.set(name, place);
      const from = before.get(name);
      if (isStill || !from || (from.x === place.x && from.y === place.y)) continue;
      card.animate([{ transform: `translate(${from.x - place.x}px, ${from.y - place.y}px)` }, { transform: 'none' }], {
        duration: SLIDE_MS,
        easing: 'ease-out',
      });
    }
    places.current = after;
  });
}
