'use client';

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { TicketActionKind } from '../../contract/live';
import { useLiveStore } from '../live/live-context';
import { pendingOn, type TicketActions } from './ticket-actions';
import { createTicketActions, type TicketActionsStore } from './ticket-actions-store';

const TicketActionsContext = createContext<TicketActionsStore | null>(null);

/** Sends the actions of the components inside over the surrounding live connection. */
export function TicketActionsProvider({ children }: { children: ReactNode }) {
  const live = useLiveStore();
  const [store, setStore] = useState<TicketActionsStore | null>(null);
  useEffect(() => {
    const opened = createTicketActions(live);
    setStore(opened);
    return () => opened.close();
  }, [live]);
  return store && <TicketActionsContext value={store}>{children}</TicketActionsContext>;
}

export function useTicketActionsStore(): TicketActionsStore {
  const store = useContext(TicketActionsContext);
  if (!store) throw new Error('useTicketActionsStore needs a TicketActionsProvider');
  return store;
}

/** Selects a part of the actions; the component renders again only if that part changed. */
export function useActionState<Part extends string | number | object | null>(
  select: (actions: TicketActions) => Part,
): Part {
  const store = useTicketActionsStore();
  const look = () => select(store.view());
  return useSyncExternalStore(store.subscribe, look, look);
}

/** Functions that send an action on a ticket, and that return the action being sent for one. */
export function useTicketActions(): {
  act: TicketActionsStore['act'];
  pending: (ticketId: string) => TicketActionKind | null;
} {
  const { act } = useTicketActionsStore();
  const actions = useActionState((all) => all);
  return { act, pending: (ticketId) => pendingOn(actions, ticketId) };
}
