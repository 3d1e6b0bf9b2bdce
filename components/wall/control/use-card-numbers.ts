'use client';

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { onTick } from '../../clock';
import css from './control.module.css';
import { cardKeys, type KeyPreset } from './key-table';

const SHOWN_MS = 15_000;

/**
 * Writes onto each card the key that selects it: always for a bump bar, and for a keyboard during a while after a key.
 * Call the result when a key is pressed.
 */
export function useCardNumbers(ground: RefObject<HTMLElement | null>, preset: KeyPreset): () => void {
  const [pressedAt, setPressedAt] = useState(0);
  const isShown = preset !== 'keyboard' || pressedAt > 0;
  const write = useRef(() => {});
  write.current = () => {
    const keys = isShown ? cardKeys(preset) : [];
    for (const [index, card] of [...(ground.current?.querySelectorAll('[data-ticket]') ?? [])].entries()) {
      const inside = card.firstElementChild as HTMLElement | null;
      const key = keys[index]?.toUpperCase();
      if (!inside || inside.dataset['key'] === key) continue;
      if (key) inside.dataset['key'] = key;
      else delete inside.dataset['key'];
    }
  };
  useLayoutEffect(() => write.current());
  // Cards that change places by themselves are looked at every second.
  useEffect(() => onTick(() => write.current()), []);
  useEffect(() => {
    ground.current?.classList.toggle(css.numbered ?? '', isShown);
    if (pressedAt === 0) return;
    const timer = setTimeout(() => setPressedAt(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [ground, isShown, pressedAt]);
  return useCallback(() => setPressedAt(performance.now()), []);
}
