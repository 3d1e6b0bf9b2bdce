import { useState } from 'react';
import type { Answered, Trouble } from './auth-over-http';
import { useWait } from './use-wait';

export type Attempt = {
  trouble: Trouble | null;
  isWorking: boolean;
  /** How long the server wants nothing more to be tried, counted down. */
  waitSeconds: number;
  refuse: (trouble: Trouble) => void;
  /** Asks the server, unless it is being asked or wants to be left alone. Null when there is nothing to go on with. */
  make: <Value>(ask: () => Promise<Answered<Value>>) => Promise<Value | null>;
};

/** Tries to get in, one at a time. */
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
