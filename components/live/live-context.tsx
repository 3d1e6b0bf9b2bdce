'use client';

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { isSame } from '../../lib/same';
import { onTick } from '../clock';
import { createLiveStore, type LiveStore } from './live-store';
import type { LiveView } from './live-view';
import { createAgeClock } from './sleep';

const LiveContext = createContext<LiveStore | null>(null);

/** Opens the live connection of a page for a branch and provides it to the components inside. */
export function LiveProvider({ branch, children }: { branch: number | null; children: ReactNode }) {
  const [store, setStore] = useState<LiveStore | null>(null);
  useEffect(() => {
    const opened = createLiveStore({
      url: '',
      branch,
      build: document.documentElement.dataset['build'],
      monotonicNow: createAgeClock(),
    });
    setStore(opened);
    return () => opened.close();
  }, [branch]);
  return store && <LiveContext value={store}>{children}</LiveContext>;
}

export function useLiveStore(): LiveStore {
  const store = useContext(LiveContext);
  if (!store) throw new Error('there is no LiveProvider');
  return store;
}

/**
 * Selects a part of the live view. The component renders again only if that part changed: updates arrive every two
 * seconds and mostly change only their age.
 */
export function useLive<Part>(select: (view: LiveView) => Part): Part {
  const store = useLiveStore();
  const look = () => select(store.view());
  return useSyncExternalStore(store.subscribe, look, look);
}

/** The branch's time zone; UTC until it is known. */
export function useTimeZone(): string {
  return useLive((view) => view.board?.branch.timeZone) ?? 'UTC';
}

/**
 * Returns `read` of the branch's current time, evaluated every second. The component renders again only if the value
 * changed: 200 timers cause 200 text updates a second, not 200 card renders.
 */
export function useAtNow<Value extends string | number | boolean | null>(
  read: (now: number) => Value,
  before: Value,
): Value {
  const look = useLookAtNow(read, before);
  return useSyncExternalStore(onTick, look, look);
}

/** `useAtNow` for several values at once; returns a new object only if one of them changed. */
export function useSeenAtNow<Seen extends object>(read: (now: number) => Seen, before: Seen): Seen {
  return useSeen(onTick, useLookAtNow(read, before));
}

function useLookAtNow<Value>(read: (now: number) => Value, before: Value): () => Value {
  const store = useLiveStore();
  return () => {
    const now = store.branchNow();
    return now === null ? before : read(now);
  };
}

/**
 * Returns `look()` after every `watch` notification; a new object only if one of its values changed. `watch` must be
 * stable; what it calls returns whether a value changed.
 */
export function useSeen<Seen extends object>(watch: (changed: () => boolean) => () => void, look: () => Seen): Seen {
  const last = useRef<Seen>(undefined);
  const seen = () => {
    const next = look();
    if (!last.current || !isSame(next, last.current)) last.current = next;
    return last.current;
  };
  const subscribe = useCallback(
    (changed: () => void) =>
      watch(() => {
        const before = last.current;
        changed();
        return last.current !== before;
      }),
    [watch],
  );
  return useSyncExternalStore(subscribe, seen, seen);
}
