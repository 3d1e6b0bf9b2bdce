import { BUDGETS } from './budgets';

/** Memory for a body whose signature cannot be verified yet. */
export type BodyRoom = {
  /** Takes room for bytes; false if there is none. */
  take: (bytes: number) => boolean;
  /** Returns all room that was taken. */
  release: () => void;
};

const LIMITS = { strangers: BUDGETS.strangerBodyBytes, known: BUDGETS.knownBodyBytes };

/** Returns the function that opens room for a body, in the share of known clients or of strangers. */
export function createBodyMemory(): (share: keyof typeof LIMITS) => BodyRoom {
  const buffered = { strangers: 0, known: 0 };
  return (share) => {
    let taken = 0;
    return {
      take(bytes) {
        if (buffered[share] + bytes > LIMITS[share]) return false;
        buffered[share] += bytes;
        taken += bytes;
        return true;
      },
      release() {
        buffered[share] -= taken;
        taken = 0;
      },
    };
  };
}
