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
import { flushSync } from 'react-dom';
import { isSame } from '../../lib/collections';
import { MINUTE_MS } from '../../lib/time';
import { listenTo, useIsOnline } from '../browser';
import { onTick } from '../clock';
import { clockText } from '../time/clock-text';
import { type Freshness, freshnessOf } from './freshness';
import { createLiveStore, type LiveStore } from './live-store';
import { ageOf, type LiveView } from './live-view';
import { afterLook, createAgeClock, isAwake, type Watch } from './server-clock';

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
function useSeen<Seen extends object>(watch: (changed: () => boolean) => () => void, look: () => Seen): Seen {
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

/** Until when the board has everything, in the branch's time zone, `19:42:07`; null before the first. */
export function useNewsTime(): string | null {
  const store = useLiveStore();
  useLive((view) => (view.newsAt ?? 0) - view.behindMs);
  const timeZone = useTimeZone();
  const age = ageOf(store.view(), store.monotonicNow());
  return age === null ? null : clockText((store.serverNow() ?? 0) - age, timeZone, true);
}

const ageIn = (store: LiveStore) => ageOf(store.view(), store.monotonicNow());

/** Age of the board in ms, in whole seconds; null before the first. */
export function useAge(): number | null {
  const store = useLiveStore();
  const look = () => {
    const age = ageIn(store);
    return age === null ? null : Math.floor(age / 1000) * 1000;
  };
  return useSyncExternalStore(onTick, look, look);
}

/** Freshness of the board, and the likely cause if it is not live. */
export function useFreshness(): Freshness {
  const store = useLiveStore();
  const isOnline = useIsOnline();
  const watch = useCallback(
    (changed: () => void) => {
      const stops = [onTick(changed), store.subscribe(changed)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [store],
  );
  return useSeen(watch, () => freshnessOf(ageIn(store), store.view().link, isOnline));
}

/** Whether there is data from after the page last woke up: a tablet from a drawer must not show last week. */
export function useAwake(): boolean {
  const store = useLiveStore();
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    let watch: Watch = { lookedAt: Date.now(), staleNews: undefined };
    const look = () => {
      watch = afterLook(watch, Date.now(), store.view().newsAt);
      if (isAwake(watch)) setAwake(true);
      // Before any other component reads the board: sounds must not be played for an old one.
      else flushSync(() => setAwake(false));
    };
    const stops = [onTick(look), store.subscribe(look), listenTo(document, ['visibilitychange', 'resume'], look)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store]);
  return awake;
}

/**
 * Local time of the branch by the server's clock, `19:42`, also where the POS's clock is wrong; empty before it is known,
 * and on a refused screen.
 */
export function useClock(): string {
  const store = useLiveStore();
  const timeZone = useLive(({ board }) => board?.branch.timeZone);
  // Formatting takes long, so only when the text changes.
  const at = useAtNow(() => {
    const now = store.serverNow() ?? 0;
    return now - (now % MINUTE_MS);
  }, null);
  return at === null || !timeZone ? '' : clockText(at, timeZone, false);
}
