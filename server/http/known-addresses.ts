import { BUDGETS } from './budgets';

/** The addresses of clients that have shown who they are. */
export type KnownAddresses = {
  /** Knows an address for this long, in ms, if it is not known for longer already. */
  add: (address: string, forMs: number) => void;
  has: (address: string) => boolean;
};

/** Forgets an address when its time is over, and the one that was added first if there are too many. */
export function createKnownAddresses(monotonicNow: () => number): KnownAddresses {
  /** Until when each is known, the one that was added first at the beginning. */
  const knownUntil = new Map<string, number>();
  return {
    add(address, forMs) {
      const until = Math.max(knownUntil.get(address) ?? 0, monotonicNow() + forMs);
      knownUntil.delete(address);
      knownUntil.set(address, until);
      const [oldest] = knownUntil.keys();
      if (knownUntil.size > BUDGETS.addresses && oldest !== undefined) knownUntil.delete(oldest);
    },
    has: (address) => monotonicNow() < (knownUntil.get(address) ?? 0),
  };
}
