import type { RateLimiterRes } from 'rate-limiter-flexible';

/** Tries at one name from one address. */
const HERE = { points: 5, duration: 60 };
/** Attempts for one name from anywhere. Higher than the limit above, or anybody could easily lock a manager out. */
const NAME = { points: 50, duration: 900 };
/** Tries from one address, at any name or link. */
const ADDRESS = { points: 60, duration: 300 };
/** How many of the newest pairs of address and name that signed in are remembered. */
const KNOWN = 1_000;

export type SignInRateLimit = {
  /** Counts a try. Resolves to the seconds to wait if there were too many, else 0. */
  tried: (address: string, username: string) => Promise<number>;
  /** The same for an attempt with a link, which names no person. */
  triedLink: (address: string) => Promise<number>;
  /** Forgets the tries of a pair that signed in; tries of others at that name no longer block it from that address. */
  succeeded: (address: string, username: string) => Promise<void>;
};

/** Limits guesses at passwords before anything is hashed. Held in memory only. */
export function createSignInRateLimit(): SignInRateLimit {
  let loading: ReturnType<typeof load> | null = null;
  // Loaded with the first try, because the package takes 11 MB.
  const limiters = () => {
    loading ??= load();
    return loading;
  };
  const bothOf = (address: string, username: string) => `${address} ${username}`;
  /** Pairs of address and name that signed in, the newest last. */
  const known = new Set<string>();

  return {
    async tried(address, username) {
      const { here, byName, byAddress } = await limiters();
      // The address first: it limits how many names one client can fill the memory with.
      return firstRefusal([
        () => byAddress.consume(address),
        () => here.consume(bothOf(address, username)),
        ...(known.has(bothOf(address, username)) ? [] : [() => byName.consume(username)]),
      ]);
    },
    async triedLink(address) {
      const { byAddress } = await limiters();
      return firstRefusal([() => byAddress.consume(address)]);
    },
    async succeeded(address, username) {
      const { here, byName, byAddress } = await limiters();
      const both = bothOf(address, username);
      known.delete(both);
      known.add(both);
      const [oldest = both] = known;
      if (known.size > KNOWN) known.delete(oldest);
      await Promise.all([here.delete(both), byName.reward(username, 1), byAddress.reward(address, 1)]);
    },
  };
}

async function load() {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
  return {
    here: new RateLimiterMemory(HERE),
    byName: new RateLimiterMemory(NAME),
    byAddress: new RateLimiterMemory(ADDRESS),
  };
}

async function firstRefusal(tries: (() => Promise<RateLimiterRes>)[]): Promise<number> {
  for (const attempt of tries) {
    try {
      await attempt();
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      return Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1_000));
    }
  }
  return 0;
}
