'use client';

import { useEffect } from 'react';
import { pageSession, parseStored } from '../device-storage';
import { useLive, useLiveStore } from '../live/live-context';
import { reloadIfServed } from './reload';

const QUIET_MS = 5_000;
const MOST_RELOADS = 2;
const COUNTER = 'heatlamp-reloads';

/**
 * Reloads a wall, which never navigates, if the server has newer pages or refuses these ones. It waits for a quiet
 * moment, and reloads at most twice per build, so that a server that keeps naming another build cannot make it flicker.
 */
export function useNewBuild(isLive: boolean): void {
  const store = useLiveStore();
  const serverBuild = useLive((view) => view.serverBuild);
  const link = useLive((view) => view.link);
  const ownBuild = useLive((view) => view.ownBuild);
  const isRefused = link.kind === 'refused' && link.code === 'too-old';
  const wanted = isRefused ? 'another contract' : serverBuild;
  const isOld = isRefused || (isLive && ownBuild !== serverBuild);

  useEffect(() => {
    if (!isOld || wanted === null) return;
    const { build, times } = reloadsSoFar();
    const done = build === wanted ? times : 0;
    if (done >= MOST_RELOADS) return;
    let version = store.view().board?.version;
    const timer = setInterval(() => {
      const now = store.view().board?.version;
      const isQuiet = now === version;
      version = now;
      if (!isQuiet) return;
      // Without the counter, a reload could be followed by another one without end.
      const isCounted = pageSession.set(COUNTER, JSON.stringify({ build: wanted, times: done + 1 }));
      if (isCounted) void reloadIfServed();
    }, QUIET_MS);
    return () => clearInterval(timer);
  }, [isOld, wanted, store]);

  useEffect(() => store.onCommand(({ kind }) => kind === 'reload' && void reloadIfServed()), [store]);
}

function reloadsSoFar(): { build: string | null; times: number } {
  const { build, times } = (parseStored(pageSession.get(COUNTER)) ?? {}) as { build?: unknown; times?: unknown };
  return { build: typeof build === 'string' ? build : null, times: typeof times === 'number' ? times : 0 };
}
