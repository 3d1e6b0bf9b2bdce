import { useMemo, useState, useSyncExternalStore } from 'react';
import type { BranchGap, DeliveryCounts, DeliveryList, ListedDelivery } from '../../contract/deliveries';
import { createListeners } from '../../lib/listeners';
import { useWatch, type Watched } from '../live/watch';
import { readApi, readTimed } from '../manager/call-api';

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

type DeliveryState = {
  /** Newest first. */
  shown: readonly ListedDelivery[];
  /** Newer deliveries that are not shown yet. */
  fresh: readonly ListedDelivery[];
  /** Time ranges around the shown deliveries in which events may be missing. */
  gaps: readonly BranchGap[];
  /** More arrived than one answer holds: only a reload shows all of them. */
  hasGap: boolean;
  nextCursor: string | null;
  lookedBackTo: string | null;
};

type DeliveryStore = {
  subscribe: (listener: () => void) => () => void;
  current: () => DeliveryState;
  /** Time from which to request new deliveries; null for the first page anew. `atOnce` as for `receive`. */
  since: (atOnce: boolean) => string | null;
  /** Adds what arrived since then, or starts anew with the first page; `atOnce` shows it immediately. */
  receive: (page: DeliveryList, atOnce: boolean) => void;
  showFresh: () => void;
  /** Adds the next page, after the shown deliveries. */
  append: (page: DeliveryList) => void;
  /** Updates deliveries in place. */
  replace: (deliveries: readonly ListedDelivery[]) => void;
  startAnew: (page: DeliveryList) => void;
};

/** A delivery that is committed later may have been received slightly earlier, so requests overlap by this time. */
const OVERLAP_MS = 2_000;
/** A page that stays open for days must not become slow: beyond this, it starts anew. */
export const MAX_SHOWN = 1_000;

/** The deliveries of a page: the initial ones, new ones, and older pages. Nothing moves without a request. */
export function createDeliveryStore(first: DeliveryList): DeliveryStore {
  let state = stateOf(first);
  /** Gaps that are shown together with the new deliveries. */
  let freshGaps: readonly BranchGap[] = [];
  let isAnew = false;
  const { subscribe, notify } = createListeners();
  const set = (next: Partial<DeliveryState>) => {
    state = { ...state, ...next };
    notify();
  };
  return {
    subscribe,
    current: () => state,
    since(atOnce) {
      isAnew = atOnce && state.shown.length + state.fresh.length > MAX_SHOWN;
      if (isAnew) return null;
      const newest = state.fresh[0] ?? state.shown[0];
      return newest ? new Date(Date.parse(newest.receivedAt) - OVERLAP_MS).toISOString() : null;
    },
    receive(page, atOnce) {
      if (isAnew && atOnce) return set(stateOf(page));
      const { deliveries, gaps, nextCursor } = page;
      freshGaps = joined(freshGaps, gaps);
      if (atOnce && joined(state.gaps, freshGaps).length > state.gaps.length)
        set({ gaps: joined(state.gaps, freshGaps) });
      const known = new Set([...state.fresh, ...state.shown.slice(0, deliveries.length + 200)].map(({ id }) => id));
      const news = deliveries.filter(({ id }) => !known.has(id));
      if (news.length === 0) return;
      // Not even the oldest one is known and there are more, so deliveries in between are missing.
      const hasGap = (nextCursor !== null && news.length === deliveries.length) || state.fresh.length > MAX_SHOWN;
      if (hasGap) return set({ fresh: news, hasGap });
      const fresh = newestFirst([...news, ...state.fresh]);
      if (atOnce && !state.hasGap) set({ shown: newestFirst([...fresh, ...state.shown]), fresh: [] });
      else set({ fresh });
    },
    showFresh: () =>
      set({
        shown: newestFirst([...state.fresh, ...state.shown]),
        fresh: [],
        gaps: joined(state.gaps, freshGaps),
      }),
    append({ deliveries, gaps, nextCursor, lookedBackTo }) {
      const known = new Set(state.shown.map(({ id }) => id));
      const older = deliveries.filter(({ id }) => !known.has(id));
      set({ shown: [...state.shown, ...older], gaps: joined(state.gaps, gaps), nextCursor, lookedBackTo });
    },
    replace(deliveries) {
      const now = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
      const replaced = (list: readonly ListedDelivery[]) => list.map((each) => now.get(each.id) ?? each);
      set({ shown: replaced(state.shown), fresh: replaced(state.fresh) });
    },
    startAnew: (page) => set(stateOf(page)),
  };
}

function stateOf({ deliveries, gaps, nextCursor, lookedBackTo }: DeliveryList): DeliveryState {
  return { shown: deliveries, fresh: [], gaps, hasGap: false, nextCursor, lookedBackTo };
}

/** Without duplicates, newest first. */
function joined(before: readonly BranchGap[], news: readonly BranchGap[]): readonly BranchGap[] {
  const isKnown = ({ from, cause }: BranchGap) => before.some((gap) => gap.from === from && gap.cause === cause);
  return [...before, ...news.filter((gap) => !isKnown(gap))].toSorted((a, b) => compare(b.from, a.from));
}

/** Sorts like the server. */
function newestFirst(deliveries: readonly ListedDelivery[]): ListedDelivery[] {
  return deliveries.toSorted((a, b) => compare(b.receivedAt, a.receivedAt) || compare(b.id, a.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
