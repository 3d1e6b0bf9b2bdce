'use client';

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { listenTo } from '../browser';

/**
 * Where the keyboard was on something that left the page, it goes on with what took its place: a cook who hides three
 * cards with the keyboard does not begin at the top each time. `selector` names what is gone through, inside `ground`.
 */
export function useKeptFocus(ground: RefObject<HTMLElement | null>, selector: string): void {
  const last = useRef<{ element: HTMLElement; index: number } | null>(null);

  useEffect(() => {
    const inside = ground.current;
    if (!inside) return;
    return listenTo(inside, ['focusin'], () => {
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
    else if (document.activeElement === document.body || document.activeElement?.tagName === 'DIALOG')
      all[Math.min(index, all.length - 1)]?.focus();
  });
}
