import type { BranchGap, DeliveryList, ListedDelivery } from '../../contract/deliveries';

export type JournalState = {
  /** Newest first. */
  shown: readonly ListedDelivery[];
  /** Newer than those, and not shown yet. */
  fresh: readonly ListedDelivery[];
  /** Stretches around those that are shown in which events may be missing. */
  gaps: readonly BranchGap[];
  /** So many came that those between are missing: only all anew shows them. */
  hasGap: boolean;
  nextCursor: string | null;
  lookedBackTo: string | null;
};

export type JournalStore = {
  subscribe: (listener: () => void) => () => void;
  current: () => JournalState;
  /** From when on it has to be asked what is new. */
  since: () => string | null;
  /** What came since then; `atOnce` shows it, else it waits. */
  hear: (page: DeliveryList, atOnce: boolean) => void;
  showFresh: () => void;
  /** The next page, behind those that are shown. */
  append: (page: DeliveryList) => void;
  /** As they are now, where they are. */
  replace: (deliveries: readonly ListedDelivery[]) => void;
  startAnew: (page: DeliveryList) => void;
};

/** What is committed later may have been received a little earlier: so far back it is asked again. */
const OVERLAP_MS = 2_000;

/** The deliveries of a page: what came first, what came since, and what was gone back to. Nothing moves by itself. */
export function createJournalStore(first: DeliveryList): JournalStore {
  let state = stateOf(first);
  /** Told with what is fresh, and shown with it. */
  let freshGaps: readonly BranchGap[] = [];
  const listeners = new Set<() => void>();
  const set = (next: Partial<JournalState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => state,
    since() {
      const newest = state.fresh[0] ?? state.shown[0];
      return newest ? new Date(Date.parse(newest.receivedAt) - OVERLAP_MS).toISOString() : null;
    },
    hear({ deliveries, gaps, nextCursor }, atOnce) {
      freshGaps = joined(freshGaps, gaps);
      if (atOnce && joined(state.gaps, freshGaps).length > state.gaps.length)
        set({ gaps: joined(state.gaps, freshGaps) });
      const known = new Set([...state.fresh, ...state.shown.slice(0, deliveries.length + 200)].map(({ id }) => id));
      const news = deliveries.filter(({ id }) => !known.has(id));
      if (news.length === 0) return;
      // Not even the oldest of them is known, and there are more: what lies between was not told.
      const hasGap = nextCursor !== null && news.length === deliveries.length;
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

function stateOf({ deliveries, gaps, nextCursor, lookedBackTo }: DeliveryList): JournalState {
  return { shown: deliveries, fresh: [], gaps, hasGap: false, nextCursor, lookedBackTo };
}

/** Each once, newest first. */
function joined(before: readonly BranchGap[], news: readonly BranchGap[]): readonly BranchGap[] {
  const isKnown = ({ from, cause }: BranchGap) => before.some((gap) => gap.from === from && gap.cause === cause);
  return [...before, ...news.filter((gap) => !isKnown(gap))].toSorted((a, b) => compare(b.from, a.from));
}

/** As the server sorts them. */
function newestFirst(deliveries: readonly ListedDelivery[]): ListedDelivery[] {
  return deliveries.toSorted((a, b) => compare(b.receivedAt, a.receivedAt) || compare(b.id, a.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
