'use client';

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { listenTo } from '../browser';

/**
 * Where the keyboard was on something that left the page, it goes on with what took its place: a cook who hides three
 * cards with the keyboard does not begin at the top each time. `selector` names what is gone through, inside `ground`.
 * Looked at whenever who uses it is rendered.
 */
export function useKeptFocus(ground: RefObject<HTMLElement | null>, selector: string): void {
  const last = useRef<{ element: HTMLElement; index: number } | null>(null);

  useEffect(() => {
    const inside = ground.current;
    if (!inside) return;
    return listenTo(inside, ['focusin', 'pointerdown'], () => {
      const all = [...inside.querySelectorAll<HTMLElement>(selector)];
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
    // Nothing has it, or no more than what stands around; one that only moved has lost it too.
    if (!document.activeElement?.contains(ground.current)) return;
    const next = element.isConnected ? element : all[Math.min(index, all.length - 1)];
    next?.focus();
  });
}

/** The same for the cards of a wall, whenever the wall is rendered. */
export function KeptFocus({ ground }: { ground: RefObject<HTMLElement | null> }) {
  useKeptFocus(ground, '[data-ticket] button');
  return null;
}
