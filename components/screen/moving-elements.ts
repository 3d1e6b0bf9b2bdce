'use client';

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { listenTo } from '../browser';

/**
 * Moves focus to the element that took the place of a removed one, so that somebody who uses the keyboard does not start
 * at the top after each answer. `selector` matches the focusable elements inside `ground`. Runs after every render of the
 * calling component.
 */
export function useKeptFocus(ground: RefObject<HTMLElement | null>, selector: string): void {
  const last = useRef<{ element: HTMLElement; index: number } | null>(null);

  useEffect(() => {
    // Also outside the ground: focus that somebody moves elsewhere stays there.
    return listenTo(document, ['focusin', 'pointerdown'], () => {
      const all = [...(ground.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
      const index = all.findIndex((each) => each.matches(':focus-visible'));
      const element = all[index];
      last.current = element ? { element, index } : null;
    });
  }, [ground, selector]);

  useLayoutEffect(() => {
    if (last.current === null) return;
    const all = [...(ground.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const { element, index } = last.current;
    if (element.isConnected) last.current.index = all.indexOf(element);
    // Focus is on the body or around the ground: the focused element was removed, or lost focus when it moved.
    if (!document.activeElement?.contains(ground.current)) return;
    const next = element.isConnected ? element : all[Math.min(index, all.length - 1)];
    next?.focus();
  });
}

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
