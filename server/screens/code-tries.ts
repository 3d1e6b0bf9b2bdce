import { firstRefusal, type RateLimits } from '../storage/rate-limits';

/** Five wrong codes of one manager in ten minutes. */
const WRONG_CODES = { points: 5, duration: 600 };

/** Limits how many codes of devices a manager can guess. */
export type CodeTries = {
  /**
   * Counts a try before it is compared, because many may come at once. Resolves to the seconds to wait if there were too
   * many, else 0.
   */
  count: (who: string) => Promise<number>;
  /** Takes back a try that was right. */
  recordRight: (who: string) => Promise<void>;
};

export function createCodeTries(limits: Pick<RateLimits, 'open'>): CodeTries {
  let opening: ReturnType<RateLimits['open']> | null = null;
  const limiter = () => {
    opening ??= limits.open('device-code', WRONG_CODES);
    return opening;
  };
  return {
    async count(who) {
      const tries = await limiter();
      return firstRefusal([() => tries.consume(who)]);
    },
    async recordRight(who) {
      await (await limiter()).reward(who);
    },
  };
}
