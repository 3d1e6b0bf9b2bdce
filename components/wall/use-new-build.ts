'use client';

import { useEffect, useRef } from 'react';
import { useLiveStore, useLiveView } from '../live/live-context';

const QUIET_MS = 5_000;
const MOST_RELOADS = 2;
const COUNTER = 'heatlamp-reloads';

/**
 * A wall never navigates: when the server has newer pages it reloads, at a moment without news, and at most twice for
 * one build, so that a server that always names another build cannot make it flicker.
 */
export function useNewBuild(isLive: boolean): void {
  const store = useLiveStore();
  const { serverBuild } = useLiveView();
  const ownBuild = useRef<string | null>(null);
  ownBuild.current ??= serverBuild;
  const isOld = serverBuild !== null && ownBuild.current !== serverBuild;

  useEffect(() => {
    if (!isOld || !isLive || serverBuild === null) return;
    const { build, times } = reloadsSoFar();
    const done = build === serverBuild ? times : 0;
    if (done >= MOST_RELOADS) return;
    let version = store.view().board?.version;
    const timer = setInterval(() => {
      const now = store.view().board?.version;
      const isQuiet = now === version;
      version = now;
      if (!isQuiet) return;
      sessionStorage.setItem(COUNTER, JSON.stringify({ build: serverBuild, times: done + 1 }));
      window.location.reload();
    }, QUIET_MS);
    return () => clearInterval(timer);
  }, [isOld, isLive, serverBuild, store]);

  useEffect(() => store.onCommand(({ kind }) => kind === 'reload' && window.location.reload()), [store]);
}

function reloadsSoFar(): { build: string | null; times: number } {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(COUNTER) ?? 'null');
    const { build, times } = (kept ?? {}) as { build?: unknown; times?: unknown };
    return { build: typeof build === 'string' ? build : null, times: typeof times === 'number' ? times : 0 };
  } catch {
    return { build: null, times: 0 };
  }
}
