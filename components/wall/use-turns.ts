'use client';

import { useCallback, useEffect, useState } from 'react';
import { listenTo } from '../browser';

/** Number of page turns, by hand or `everySeconds` after the last touch or key: a page that somebody uses stays. */
export function useTurns(everySeconds: number): [number, (pages: number) => void] {
  const [turned, setTurned] = useState(0);
  useEffect(() => {
    if (everySeconds === 0) return;
    const start = () => setInterval(() => setTurned((times) => times + 1), everySeconds * 1000);
    let timer = start();
    const stopListening = listenTo(window, ['pointerdown', 'keydown'], () => {
      clearInterval(timer);
      timer = start();
    });
    return () => {
      stopListening();
      clearInterval(timer);
    };
  }, [everySeconds]);
  const turn = useCallback((pages: number) => setTurned((times) => Math.max(0, times + pages)), []);
  return [turned, turn];
}
