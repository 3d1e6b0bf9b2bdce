import { BUDGETS } from './budgets';

/** The addresses of clients that have shown who they are. */
export type KnownAddresses = {
  add: (address: string) => void;
  has: (address: string) => boolean;
};

/** Forgets an address a while after it was last added, and the oldest if there are too many. */
export function createKnownAddresses(monotonicNow: () => number): KnownAddresses {
  /** When each was last added, the oldest first. */
  const addedAt = new Map<string, number>();
  return {
    add(address) {
      addedAt.delete(address);
      addedAt.set(address, monotonicNow());
      const [oldest] = addedAt.keys();
      if (addedAt.size > BUDGETS.addresses && oldest !== undefined) addedAt.delete(oldest);
    },
    has(address) {
      const at = addedAt.get(address);
      return at !== undefined && monotonicNow() - at < BUDGETS.knownAddressMs;
    },
  };
}
