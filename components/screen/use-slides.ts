'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

const SLIDE_MS = 200;

/**
 * Animates a card to its new place, so that the eye can follow it. Measures only if the arrangement changed, and
 * relative to `ground`, which may have scrolled.
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
    // Measure final positions: a running animation would give the start of the next one a wrong place.
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
