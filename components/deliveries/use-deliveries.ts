import { useMemo, useState, useSyncExternalStore } from 'react';
import type { DeliveryCounts, DeliveryList } from '../../contract/deliveries';
import { useWatch, type Watched } from '../live/watch';
import { readApi, readTimed } from '../manager/call-api';
import { createDeliveryStore, type DeliveryState, type DeliveryStore } from './delivery-store';

export type FirstDeliveries = { page: DeliveryList; counts: DeliveryCounts; serverTime: number };
type Answer = { counts: DeliveryCounts; at: number };

/** A search, or a replay of many deliveries, may take longer than other requests. */
export const SEARCH_MS = 20_000;
/** Number of new deliveries per request; only a POS that was offline sends more. */
const MAX_NEW = 100;
/** Distance from the top in pixels within which new rows move nothing that is being read. */
const TOP_PX = 40;

export type Received = DeliveryState & { store: DeliveryStore; watched: Watched<Answer> };

/** The deliveries of a page, updated live. `query` is the query for the API. */
export function useDeliveries(
  first: FirstDeliveries,
  query: Record<string, string>,
  isSomethingOpen: () => boolean,
): Received {
  const [store] = useState(() => createDeliveryStore(first.page));
  const asking = useMemo(() => {
    let counts = first.counts;
    return {
      timeOf: ({ at }: Answer) => at,
      async ask(): Promise<Answer | null> {
        const mayMove = () => window.scrollY < TOP_PX && !isSomethingOpen();
        const since = store.since(mayMove());
        const from = since && (!query.from || since > query.from) ? { from: since } : {};
        const received = await readTimed('GET /api/v1/deliveries', {
          query: { ...query, ...from, limit: MAX_NEW },
          withinMs: SEARCH_MS,
        });
        if (!received) return null;
        const before = store.current();
        store.receive(received.answer, mayMove());
        // Counts change with new deliveries and with time.
        const isStale = received.at - Date.parse(counts.countedAt) > 30_000;
        if (store.current() !== before || isStale)
          counts =
            (await readApi('GET /api/v1/deliveries/counts', { query: { branch: query.branch ?? '' } })) ?? counts;
        return { counts, at: received.at };
      },
    };
  }, [store, query, first.counts, isSomethingOpen]);
  const watched = useWatch<Answer>({ counts: first.counts, at: first.serverTime }, asking);
  const state = useSyncExternalStore(store.subscribe, store.current, store.current);
  return { ...state, store, watched };
}
