import { useEffect, useState } from 'react';

/** Seconds left to wait, computed from an instant rather than counted. `begin` restarts the countdown. */
export function useWait(): { seconds: number; begin: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const isOver = now >= until;

  useEffect(() => {
    if (isOver) return;
    const tick = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(tick);
  }, [isOver]);

  return {
    seconds: Math.max(0, Math.ceil((until - now) / 1_000)),
    begin(seconds) {
      setNow(performance.now());
      setUntil(performance.now() + seconds * 1_000);
    },
  };
}
