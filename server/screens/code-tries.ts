import type { RateLimiterMemory } from 'rate-limiter-flexible';

/** Wrong codes of one manager: nobody needs more to read six characters. */
const WRONG_CODES = { points: 5, duration: 600 };

/** Limits how many codes of devices a manager can guess. In memory only. */
export type CodeTries = {
  /** The seconds until this manager may try another code; 0 for now. */
  secondsToWait: (managerId: string) => Promise<number>;
  countWrong: (managerId: string) => Promise<void>;
};

export function createCodeTries(): CodeTries {
  let loading: Promise<RateLimiterMemory> | null = null;
  // Loaded at the first code, because the package takes 11 MB.
  const limiter = () => {
    loading ??= import('rate-limiter-flexible').then((library) => new library.RateLimiterMemory(WRONG_CODES));
    return loading;
  };
  return {
    async secondsToWait(managerId) {
      const tries = await (await limiter()).get(managerId);
      return tries === null || tries.consumedPoints < WRONG_CODES.points ? 0 : Math.ceil(tries.msBeforeNext / 1_000);
    },
    async countWrong(managerId) {
      await (await limiter()).penalty(managerId);
    },
  };
}
