import { firstRefusal, type RateLimits } from '../storage/rate-limits';

/** Attempts for one name from one address. */
const PAIR = { points: 5, duration: 60 };
/** The same for longer: one address must not use up what the next limit allows all of them. */
const PAIR_FOR_LONG = { points: 12, duration: 900 };
/** Attempts for one name from anywhere. */
const NAME = { points: 50, duration: 900 };
/** Attempts from one address, for any name or link. */
const ADDRESS = { points: 60, duration: 300 };
/** Wrong codes of one manager: whoever guesses knows the password already. */
const CODE = { points: 5, duration: 300 };
const CODE_OF_DAY = { points: 30, duration: 86_400 };
/** Number of pairs of address and name that are remembered after they signed in. */
const MAX_TRUSTED_PAIRS = 1_000;

type SignInRateLimit = {
  /** Counts an attempt. Resolves to the seconds to wait if there were too many, else 0. */
  countAttempt: (address: string, username: string) => Promise<number>;
  /** The same for an attempt with a link, which names no person. */
  countLinkAttempt: (address: string) => Promise<number>;
  /** The same for a code of a second factor. */
  countCode: (managerId: string) => Promise<number>;
  /** Resets the count of wrong codes. */
  recordRightCode: (managerId: string) => Promise<void>;
  /** Resets the count of a pair that signed in. From now on, attempts of others for that name do not block it. */
  recordSuccess: (address: string, username: string) => Promise<void>;
};

/** Limits attempts to sign in, before any password is hashed. */
export function createSignInRateLimit(limits: Pick<RateLimits, 'open'>): SignInRateLimit {
  let opening: ReturnType<typeof openAll> | null = null;
  const limiters = () => {
    opening ??= openAll(limits);
    return opening;
  };
  const pairOf = (address: string, username: string) => `${address} ${username}`;
  /** Pairs of address and name that signed in, the newest last. */
  const known = new Set<string>();

  return {
    async countAttempt(address, username) {
      const { byPair, byPairForLong, byName, byAddress } = await limiters();
      // Checked first, because it limits how many names one client can store in memory.
      return firstRefusal([
        () => byAddress.consume(address),
        () => byPair.consume(pairOf(address, username)),
        () => byPairForLong.consume(pairOf(address, username)),
        ...(known.has(pairOf(address, username)) ? [] : [() => byName.consume(username)]),
      ]);
    },
    async countLinkAttempt(address) {
      const { byAddress } = await limiters();
      return firstRefusal([() => byAddress.consume(address)]);
    },
    async countCode(managerId) {
      const { byCode, byCodeOfDay } = await limiters();
      return firstRefusal([() => byCode.consume(managerId), () => byCodeOfDay.consume(managerId)]);
    },
    async recordRightCode(managerId) {
      const { byCode, byCodeOfDay } = await limiters();
      await Promise.all([byCode.delete(managerId), byCodeOfDay.delete(managerId)]);
    },
    async recordSuccess(address, username) {
      const { byPair, byPairForLong, byName, byAddress } = await limiters();
      const pair = pairOf(address, username);
      known.delete(pair);
      known.add(pair);
      const [oldest = pair] = known;
      if (known.size > MAX_TRUSTED_PAIRS) known.delete(oldest);
      await Promise.all([
        byPair.delete(pair),
        byPairForLong.delete(pair),
        byName.reward(username, 1),
        byAddress.reward(address, 1),
      ]);
    },
  };
}

async function openAll({ open }: Pick<RateLimits, 'open'>) {
  return {
    byPair: await open('sign-in-pair', PAIR),
    byPairForLong: await open('sign-in-pair-long', PAIR_FOR_LONG),
    byName: await open('sign-in-name', NAME),
    byAddress: await open('sign-in-address', ADDRESS),
    byCode: await open('sign-in-code', CODE),
    byCodeOfDay: await open('sign-in-code-day', CODE_OF_DAY),
  };
}
