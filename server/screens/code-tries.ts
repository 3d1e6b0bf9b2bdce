import type { RateLimits } from '../storage/rate-limits';

/** Wrong codes of one manager: nobody needs more to read six characters. */
const WRONG_CODES = { points: 5, duration: 600 };

/** Limits how many codes of devices a manager can guess. */
export type CodeTries = {
  /** The seconds until this manager may try another code; 0 for now. */
  secondsToWait: (managerId: string) => Promise<number>;
  countWrong: (managerId: string) => Promise<void>;
};

export function createCodeTries(limits: Pick<RateLimits, 'open'>): CodeTries {
  let opening: ReturnType<RateLimits['open']> | null = null;
  const limiter = () => {
    opening ??= limits.open('device-code', WRONG_CODES);
    return opening;
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
