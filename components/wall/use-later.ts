'use client';

import { useEffect, useState } from 'react';

type Later = typeof import('./later');

/** A wall shows its cards first; by then it has done so on the slowest device. */
const SOON_MS = 5_000;

/**
 * What a wall does without at first: fetched when it is wanted, and else as soon as the cards are on the glass, so that
 * it is there when the network is not. `hasFailed` while it is wanted and did not come.
 */
export function useLater(isWanted: boolean): { later: Later | null; hasFailed: boolean } {
  const [later, setLater] = useState<Later | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (later) return;
    let isGone = false;
    const fetchIt = () => {
      setFailed(false);
      import('./later').then(
        (fetched) => isGone || setLater(fetched),
        () => isGone || setFailed(isWanted),
      );
    };
    const timer = setTimeout(fetchIt, isWanted ? 0 : SOON_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [later, isWanted]);
  return { later, hasFailed };
}
