/** Runs a limited number of tasks at once, and lets a limited number wait. */
type ConcurrencyLimit = {
  /** Resolves to null without starting the task when too many wait already. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result | null>;
};

export function createConcurrencyLimit({
  atOnce,
  waiting: maxWaiting,
}: {
  atOnce: number;
  waiting: number;
}): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running < atOnce) running += 1;
      else if (waiting.length >= maxWaiting) return null;
      // A task that ends passes its place to the next one.
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
