/** A version of a branch, and when it was first received (performance.now). */
type SentVersion = { epoch: string; version: number; since: number };

/** Records the versions of a branch that the server sends, in order. */
export type VersionLog = {
  add: (head: { epoch: string; version: number }, since: number) => void;
  /** Since when a newer version than that of a screen exists; null if none is known. */
  newerSince: (shown: { epoch: string; version: number }) => number | null;
};

export function createVersionLog(): VersionLog {
  const sent: SentVersion[] = [];
  return {
    add({ epoch, version }, since) {
      const last = sent.at(-1);
      if (last?.epoch !== epoch || last.version !== version) sent.push({ epoch, version, since });
    },
    newerSince({ epoch, version }) {
      const index = sent.findLastIndex((each) => each.epoch === epoch && each.version <= version);
      return index < 0 ? null : (sent[index + 1]?.since ?? null);
    },
  };
}
