import { useState } from 'react';
import type { Answered, Trouble } from './auth-over-http';
import { useWait } from './use-wait';

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
