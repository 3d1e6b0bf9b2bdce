'use client';

import { useEffect, useState } from 'react';

type Later = typeof import('./later');

/** A wall shows its cards first; by then it has done so on the slowest device. */
const SOON_MS = 5_000;

/**
 * What a wall does without at first: fetched when it is wanted, and else as soon as the cards are on the glass, so that
 * it is there when the network is not. Without a link to the server nothing is asked for: whatever answered then, it would
 * not be the server. What did not come is asked for again; `hasFailed` while it was wanted.
 */
export function useLater(isWanted: boolean, isLinked: boolean): { later: Later | null; hasFailed: boolean } {
  const [later, setLater] = useState<Later | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (later) return;
    if (!isLinked) {
      setFailed(isWanted);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const fetchIn = (ms: number) => {
      timer = setTimeout(() => import('./later').then(come, fail), ms);
    };
    const come = (fetched: Later) => {
      if (isGone) return;
      setLater(fetched);
      setFailed(false);
    };
    const fail = () => {
      if (isGone) return;
      setFailed(isWanted);
      fetchIn(SOON_MS);
    };
    if (isWanted) setFailed(false);
    fetchIn(isWanted ? 0 : SOON_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [later, isWanted, isLinked]);
  return { later, hasFailed };
}
