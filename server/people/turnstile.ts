/** Lets so many pieces of work run at once, and so many more wait. */
export type Turnstile = {
  /** Null when too many wait already: the work was not begun. */
  pass: <Result>(work: () => Promise<Result>) => Promise<Result | null>;
};

export function createTurnstile({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }): Turnstile {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async pass(work) {
      if (running < atOnce) running += 1;
      else if (waiting.length >= mostWaiting) return null;
      // Who leaves hands its place over.
      else await new Promise<void>((next) => waiting.push(next));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
