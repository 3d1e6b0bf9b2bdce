import type { RateLimiterRes } from 'rate-limiter-flexible';

/** Guesses at one name from one address: the sixth in a minute waits. */
const HERE = { points: 5, duration: 60 };
/** At one name from anywhere. More than the limit above, or a stranger could keep somebody out with little effort. */
const NAME = { points: 50, duration: 900 };
/** From one address at any names, and links. */
const ADDRESS = { points: 60, duration: 300 };
/** So many addresses from which somebody got in are remembered, the last ones. */
const KNOWN = 1_000;

export type SlowDown = {
  /** Counts a try. Returns the seconds to wait where there were too many, else 0. */
  tried: (address: string, username: string) => Promise<number>;
  /** The same for a try that names nobody. */
  triedLink: (address: string) => Promise<number>;
  /** Forgets the tries of who got in, and lets no stranger's tries at that name keep them out from there. */
  succeeded: (address: string, username: string) => Promise<void>;
};

/** Slows guessing down before anything is hashed. Held in memory: a restart forgets it, and takes longer than a minute. */
export function createSlowDown(): SlowDown {
  let loading: ReturnType<typeof load> | null = null;
  // With the first try: of the package's many stores one is used, and all of them take 11 MB.
  const limiters = () => {
    loading ??= load();
    return loading;
  };
  const bothOf = (address: string, username: string) => `${address} ${username}`;
  /** From where who got in. */
  const known = new Set<string>();

  return {
    async tried(address, username) {
      const { here, byName, byAddress } = await limiters();
      // The address first: it bounds how many names one may fill the memory with.
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
