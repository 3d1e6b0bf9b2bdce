'use client';

import { useEffect } from 'react';
import { pageSession } from '../device-storage';
import { useLive, useLiveStore } from '../live/live-context';

/** Lists each reload of this page with its build and day. */
const RELOADS = 'heatlamp-reloads';

const QUIET_MS = 5_000;
const MAX_RELOADS = 2;

/**
 * Reloads a wall, which never navigates, if the server has newer pages or refuses these ones. It waits for a quiet
 * moment, and reloads for a build at most twice a day, so that neither a proxy that keeps serving old pages nor nodes of
 * two versions can make it flicker.
 */
export function useNewBuild(isLive: boolean): void {
  const store = useLiveStore();
  const serverBuild = useLive((view) => view.serverBuild);
  const link = useLive((view) => view.link);
  const isRefused = link.kind === 'refused' && link.code === 'too-old';
  const wanted = isRefused ? 'another contract' : serverBuild;
  const isOld = isRefused || (isLive && store.build !== serverBuild);

  useEffect(() => {
    if (!isOld || wanted === null) return;
    const done = pageSession.get(RELOADS) ?? '';
    let version = store.view().board?.version;
    const timer = setInterval(() => {
      const now = store.view().board?.version;
      const isQuiet = now === version;
      version = now;
      const next = `${wanted} ${new Date().toDateString()};`;
      if (!isQuiet || done.split(next).length > MAX_RELOADS) return;
      // Without the list, a reload could be followed by another one without end.
      void reloadIfServed(() => pageSession.set(RELOADS, done + next));
    }, QUIET_MS);
    return () => clearInterval(timer);
  }, [isOld, wanted, store]);

  useEffect(() => store.onCommand(({ kind }) => kind === 'reload' && void reloadIfServed()), [store]);
}

/**
 * Reloads the page if the server answers with it, and `mayReload` then returns true. Returns only if it did not reload.
 */
export async function reloadIfServed(mayReload = () => true): Promise<void> {
  if ((await isServed(window.location.href)) && mayReload()) window.location.reload();
}

/**
 * Whether the server answers with this page. A browser's error page or a router's log-in page would stay forever on a
 * screen without a keyboard.
 */
export async function isServed(page: string): Promise<boolean> {
  try {
    const response = await fetch(page, { cache: 'no-store', signal: AbortSignal.timeout(4_000) });
    return response.ok && (await response.text()).includes('/_next/static/');
  } catch {
    return false;
  }
}
