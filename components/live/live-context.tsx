'use client';

import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isSame } from '../../lib/same';
import { onTick } from '../clock';
import { createLiveStore, type LiveStore } from './live-store';
import type { LiveView } from './live-view';

const LiveContext = createContext<LiveStore | null>(null);

/** Opens the live side of a page for a branch and hands it to everything inside. */
export function LiveProvider({ branch, children }: { branch: number | null; children: ReactNode }) {
  const [store, setStore] = useState<LiveStore | null>(null);
  useEffect(() => {
    const opened = createLiveStore({ url: '', branch, monotonicNow: () => performance.now() });
    setStore(opened);
    return () => opened.close();
  }, [branch]);
  return store && <LiveContext value={store}>{children}</LiveContext>;
}

export function useLiveStore(): LiveStore {
  const store = useContext(LiveContext);
  if (!store) throw new Error('this is shown inside LiveProvider only');
  return store;
}

/**
 * A part of what the screen knows. Who shows it is rendered again only when that part is another: news comes every two
 * seconds and mostly changes nothing but its own age.
 */
export function useLive<Part>(select: (view: LiveView) => Part): Part {
  const store = useLiveStore();
  const look = () => select(store.view());
  return useSyncExternalStore(store.subscribe, look, look);
}

/** The branch's time zone; UTC before it is known. */
export function useTimeZone(): string {
  return useLive((view) => view.board?.branch.timeZone) ?? 'UTC';
}

/**
 * What `read` makes of the branch's now, looked at every second. Who shows it is rendered again only when that is
 * another text or number: 200 timers are 200 texts a second, not 200 cards.
 */
export function useAtNow<Value extends string | number | boolean | null>(
  read: (now: number) => Value,
  before: Value,
): Value {
  const store = useLiveStore();
  const look = () => {
    const now = store.branchNow();
    return now === null ? before : read(now);
  };
  return useSyncExternalStore(onTick, look, look);
}

/** The same for several values that are looked at together: another object only where one of them is another. */
export function useSeenAtNow<Seen extends object>(read: (now: number) => Seen, before: Seen): Seen {
  const store = useLiveStore();
  return useSeen(onTick, () => {
    const now = store.branchNow();
    return now === null ? before : read(now);
  });
}

/** What `look` makes of something outside, whenever `watch` says so: another object only where one of its values is. */
export function useSeen<Seen extends object>(watch: (changed: () => void) => () => void, look: () => Seen): Seen {
  const last = useRef<Seen>(undefined);
  const seen = () => {
    const next = look();
    if (!last.current || !isSame(next, last.current)) last.current = next;
    return last.current;
  };
  return useSyncExternalStore(watch, seen, seen);
}
