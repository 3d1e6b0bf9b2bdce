'use client';

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { NoteKind } from '../../contract/live';
import { useLiveStore } from '../live/live-context';
import { pendingOn, type Taps } from './taps';
import { createTaps, type TapsStore } from './taps-store';

const TapsContext = createContext<TapsStore | null>(null);

/** Takes what is tapped inside, for the live side that it stands in. */
export function TapsProvider({ children }: { children: ReactNode }) {
  const live = useLiveStore();
  const [store, setStore] = useState<TapsStore | null>(null);
  useEffect(() => {
    const opened = createTaps(live);
    setStore(opened);
    return () => opened.close();
  }, [live]);
  return store && <TapsContext value={store}>{children}</TapsContext>;
}

export function useTapsStore(): TapsStore {
  const store = useContext(TapsContext);
  if (!store) throw new Error('this is tapped inside TapsProvider only');
  return store;
}

/** A part of what was tapped; who shows it is rendered again only when that part is another. */
export function useTapped<Part extends string | number | object | null>(select: (taps: Taps) => Part): Part {
  const store = useTapsStore();
  const look = () => select(store.view());
  return useSyncExternalStore(store.subscribe, look, look);
}

/** Tells the server what was tapped on a ticket, and what is still on its way there. */
export function useTaps(): { tap: TapsStore['tap']; pending: (ticketId: string) => NoteKind | null } {
  const { tap } = useTapsStore();
  const taps = useTapped((all) => all);
  return { tap, pending: (ticketId) => pendingOn(taps, ticketId) };
}
