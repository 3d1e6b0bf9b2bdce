'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

const SLIDE_MS = 200;

/** A card slides to its new place, so that an eye can follow it. Measured only when the arrangement is another. */
export function Slides({ ground, arrangement }: { ground: RefObject<HTMLElement | null>; arrangement: string }) {
  const places = useRef(new Map<string, DOMRect>());
  const last = useRef('');
  const sliding = useRef(new WeakMap<Element, Animation>());

  useLayoutEffect(() => {
    if (last.current === arrangement) return;
    last.current = arrangement;
    const before = places.current;
    const after = new Map<string, DOMRect>();
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const card of ground.current?.querySelectorAll<HTMLElement>('[data-ticket]') ?? []) {
      const name = card.dataset.ticket ?? '';
      // Where it stands, not where it just slides by: of that the next slide would begin somewhere else.
      sliding.current.get(card)?.cancel();
      const place = card.getBoundingClientRect();
      after.set(name, place);
      const from = before.get(name);
      if (isStill || !from || (from.x === place.x && from.y === place.y)) continue;
      const slide = card.animate(
        [{ transform: `translate(${from.x - place.x}px, ${from.y - place.y}px)` }, { transform: 'none' }],
        {
          duration: SLIDE_MS,
          easing: 'ease-out',
        },
      );
      sliding.current.set(card, slide);
    }
    places.current = after;
  });
  return null;
}
