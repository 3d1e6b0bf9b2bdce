'use client';

import { type RefObject, useEffect, useRef } from 'react';
import { actionOf, type KeyAction } from './control/key-table';
import type { WallOptions } from './wall-options';

/** How far an arrow moves the focus among the buttons of a list. */
const STEPS: Readonly<Partial<Record<KeyAction, 1 | -1>>> = { left: -1, up: -1, right: 1, down: 1 };

/**
 * The keys of a wall in its list of recent tickets, since a bump bar has neither Tab nor Escape: arrows select a button
 * of `ground`, the key that acts presses it, and the key that opened the list closes it.
 */
export function useListKeys(
  ground: RefObject<HTMLElement | null>,
  preset: WallOptions['keys'],
  close: () => void,
): void {
  const closing = useRef(close);
  useEffect(() => {
    closing.current = close;
  }, [close]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const does = actionOf(preset, event.key)?.does;
      if (!does) return;
      const buttons = [...(ground.current?.querySelectorAll<HTMLElement>('button') ?? [])];
      const selected = buttons.indexOf(document.activeElement as HTMLElement);
      const step = STEPS[does];
      // Enter and space press a button by themselves.
      const isBump = does === 'act' && event.key.length === 1 && event.key !== ' ';
      if (does === 'recall' && !event.repeat) closing.current();
      else if (step !== undefined && selected >= 0) buttons[selected + step]?.focus();
      else if (isBump && !event.repeat) buttons[selected]?.click();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [ground, preset]);
}
