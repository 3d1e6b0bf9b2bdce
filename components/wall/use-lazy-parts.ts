'use client';

import { useEffect, useState } from 'react';

export type LazyWallParts = typeof import('./wall.lazy');

/** Time after which the slowest device has painted its first cards. */
const SOON_MS = 5_000;

/**
 * Loads the parts that a wall does not need at first: on demand, and otherwise as soon as the cards are painted, so
 * that they are present when the network is down. Nothing is requested without a link to the server, because another
 * host might answer. Failed loads are repeated; `hasFailed` is true if the user asked for a part that failed.
 */
export function useLazyParts(
  isWanted: boolean,
  isLinked: boolean,
): {
  parts: LazyWallParts | null;
  hasFailed: boolean;
} {
  const [parts, setParts] = useState<LazyWallParts | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (parts) return;
    if (!isLinked) {
      setFailed(isWanted);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const fetchIn = (ms: number) => {
      timer = setTimeout(() => import('./wall.lazy').then(come, fail), ms);
    };
    const come = (fetched: LazyWallParts) => {
      if (isGone) return;
      setParts(fetched);
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
  }, [parts, isWanted, isLinked]);
  return { parts, hasFailed };
}
