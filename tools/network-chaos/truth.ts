/** A version of a branch, and since when (on the monotonic clock of this process) it was announced. */
type Standing = { epoch: string; version: number; since: number };

/** Records the server's direct answers about a branch, in order. */
export type Truth = {
  received: (head: { epoch: string; version: number }, since: number) => void;
  /** Since when a newer version than that of a screen exists; null if none is known. */
  newerSince: (shown: { epoch: string; version: number }) => number | null;
};

export function createTruth(): Truth {
  const standings: Standing[] = [];
  return {
    received({ epoch, version }, since) {
      const last = standings.at(-1);
      if (last?.epoch !== epoch || last.version !== version) standings.push({ epoch, version, since });
    },
    newerSince({ epoch, version }) {
      const own = standings.findLastIndex((each) => each.epoch === epoch && each.version <= version);
      return own < 0 ? null : (standings[own + 1]?.since ?? null);
    },
  };
}
