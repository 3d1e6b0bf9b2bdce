'use client';

import { useCallback, useEffect, useState } from 'react';

/** Number of page turns, by hand or every `everySeconds`. */
export function useTurns(everySeconds: number): [number, (pages: number) => void] {
  const [turned, setTurned] = useState(0);
  useEffect(() => {
    if (everySeconds === 0) return;
    const timer = setInterval(() => setTurned((times) => times + 1), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  const turn = useCallback((pages: number) => setTurned((times) => Math.max(0, times + pages)), []);
  return [turned, turn];
}
