/** Somebody who holds a part of a share, such as a connection. */
export type Holder = {
  /** The network of its client (`networkOf`). */
  network: string;
  /** Called when the holder has lost its part to others. */
  end: () => void;
};

/**
 * Something limited, such as connections, of which clients hold parts. Whoever is new gets a part: when too much is held,
 * the holder whose last accepted request is longest ago loses its own, of the network that holds most. So a client that
 * takes everything only takes it from itself.
 */
export type Share = {
  /** Adds an amount to what a holder has, as its first or its latest request. */
  take: (holder: Holder, amount: number) => void;
  /** A request of the holder was accepted now. */
  renew: (holder: Holder) => void;
  /** Takes back what the holder has, if it has anything. */
  release: (holder: Holder) => void;
  /** Ends holders while more is held than the limit, which may have fallen. */
  trim: () => void;
  held: () => number;
};

/** @param limit how much may be held now */
export function createShare(limit: () => number): Share {
  /** What each holder has; the one whose last accepted request is longest ago is the first. */
  const amounts = new Map<Holder, number>();
  const ofNetworks = new Map<string, number>();
  let held = 0;

  function release(holder: Holder): void {
    const amount = amounts.get(holder);
    if (amount === undefined) return;
    amounts.delete(holder);
    held -= amount;
    const left = (ofNetworks.get(holder.network) ?? 0) - amount;
    if (left > 0) ofNetworks.set(holder.network, left);
    else ofNetworks.delete(holder.network);
  }

  function trim(): void {
    while (held > limit()) endOne();
  }

  function endOne(): void {
    const most = Math.max(...ofNetworks.values());
    for (const holder of amounts.keys()) {
      if (ofNetworks.get(holder.network) !== most) continue;
      release(holder);
      holder.end();
      return;
    }
  }

  return {
    take(holder, amount) {
      amounts.set(holder, (amounts.get(holder) ?? 0) + amount);
      ofNetworks.set(holder.network, (ofNetworks.get(holder.network) ?? 0) + amount);
      held += amount;
      trim();
    },
    renew(holder) {
      const amount = amounts.get(holder);
      if (amount === undefined) return;
      amounts.delete(holder);
      amounts.set(holder, amount);
    },
    release,
    trim,
    held: () => held,
  };
}
