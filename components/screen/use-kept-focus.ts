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
