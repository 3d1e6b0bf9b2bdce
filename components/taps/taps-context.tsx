'use client';

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { NoteKind } from '../../contract/live';
import { useLiveStore } from '../live/live-context';
import { pendingOn, type Taps } from './taps';
import { createTaps, type TapsStore } from './taps-store';

const TapsContext = createContext<TapsStore | null>(null);

/** Sends the taps of the components inside over the surrounding live connection. */
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

/** Selects a part of the taps; the component renders again only if that part changed. */
export function useTapped<Part extends string | number | object | null>(select: (taps: Taps) => Part): Part {
  const store = useTapsStore();
  const look = () => select(store.view());
  return useSyncExternalStore(store.subscribe, look, look);
}

/** Functions that send a tap on a ticket, and that return the tap being sent for one. */
export function useTaps(): { tap: TapsStore['tap']; pending: (ticketId: string) => NoteKind | null } {
  const { tap } = useTapsStore();
  const taps = useTapped((all) => all);
  return { tap, pending: (ticketId) => pendingOn(taps, ticketId) };
}
