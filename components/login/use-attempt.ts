import { useEffect, useState } from 'react';
import type { Answered, Trouble } from './auth-over-http';

export type Attempt = {
  trouble: Trouble | null;
  isWorking: boolean;
  /** Seconds until the server accepts another attempt, counting down. */
  waitSeconds: number;
  refuse: (trouble: Trouble) => void;
  /** Sends a request unless one is pending or the server asked to wait. Null without a usable result. */
  make: <Value>(ask: () => Promise<Answered<Value>>) => Promise<Value | null>;
};

/** Sends one sign-in attempt at a time. */
export function useAttempt(first: Trouble | null = null): Attempt {
  const [trouble, setTrouble] = useState(first);
  const [isWorking, setIsWorking] = useState(false);
  const wait = useWait();
  return {
    trouble,
    isWorking,
    waitSeconds: wait.seconds,
    refuse: setTrouble,
    async make(ask) {
      if (isWorking || wait.seconds > 0) return null;
      setIsWorking(true);
      setTrouble(null);
      const answer = await ask();
      setIsWorking(false);
      if (answer.ok) return answer.value;
      setTrouble(answer.trouble);
      if (answer.trouble.kind === 'tooMany') wait.begin(answer.trouble.seconds);
      return null;
    },
  };
}

/** Seconds left to wait, computed from an instant rather than counted. `begin` restarts the countdown. */
function useWait(): { seconds: number; begin: (seconds: number) => void } {
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
