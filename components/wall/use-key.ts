'use client';

import { useEffect, useRef } from 'react';

/** Does `act` when that key is pressed alone, while no dialog is open. */
export function useKey(key: string, act: () => void): void {
  const doing = useRef(act);
  useEffect(() => {
    doing.current = act;
  }, [act]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!document.querySelector('dialog[open]')) doing.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [key]);
}
