'use client';

import { useEffect, useState } from 'react';

type Later = typeof import('./later');

/** Time after which the slowest device has painted its first cards. */
const SOON_MS = 5_000;

/**
 * Loads the parts that a wall does not need at first: on demand, and otherwise as soon as the cards are painted, so
 * that they are present when the network is down. Nothing is requested without a link to the server, because another
 * host might answer. Failed loads are repeated; `hasFailed` is true if the user asked for a part that failed.
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
