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
  const sliding = useRef(new WeakMap<Element, Animation>());

  useLayoutEffect(() => {
    if (last.current === arrangement) return;
    last.current = arrangement;
    const before = places.current;
    const after = new Map<string, DOMPoint>();
    const cards = [...(ground.current?.querySelectorAll<HTMLElement>('[data-ticket]') ?? [])];
    // Where they stand, not where they just slide by: of that the next slide would begin somewhere else.
    for (const card of cards) sliding.current.get(card)?.cancel();
    const origin = ground.current?.getBoundingClientRect();
    for (const card of cards) {
      const { x, y } = card.getBoundingClientRect();
      after.set(card.dataset['ticket'] ?? '', new DOMPoint(x - (origin?.x ?? 0), y - (origin?.y ?? 0)));
    }
    places.current = after;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const card of cards) {
      const [from, to] = [before, after].map((known) => known.get(card.dataset['ticket'] ?? ''));
      if (!from || !to || (from.x === to.x && from.y === to.y)) continue;
      const way = [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: 'none' }];
      sliding.current.set(card, card.animate(way, { duration: SLIDE_MS, easing: 'ease-out' }));
    }
  });
}
