/** Where a branch stood, and since when (on the rig's monotonic clock) everybody could know. */
type Standing = { epoch: string; version: number; since: number };

/** What the server said of a branch when it was asked directly, in order. */
export type Truth = {
  received: (head: { epoch: string; version: number }, since: number) => void;
  /** Since when there is something newer than what a screen has; null while nothing newer is known. */
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
