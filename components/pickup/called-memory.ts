import type { Called } from './called';

/** What a page remembers of its calls when it is loaded anew. */
export type CalledMemory = { read: () => Called; keep: (called: Called) => void };

const NAME = 'heatlamp-called';

/** `open` gives the browser's store, and may throw: some devices keep nothing. Then the page alone remembers. */
export function openCalledMemory(open: () => Pick<Storage, 'getItem' | 'setItem'>): CalledMemory {
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(open().getItem(NAME) ?? '[]');
        return new Map(Array.isArray(kept) ? kept.filter(isCall) : []);
      } catch {
        return new Map();
      }
    },
    keep(called) {
      try {
        open().setItem(NAME, JSON.stringify([...called]));
      } catch {
        // Nothing is kept here: after a reload its first look keeps the page silent.
      }
    },
  };
}

function isCall(kept: unknown): kept is [order: string, since: number] {
  return Array.isArray(kept) && kept.length === 2 && typeof kept[0] === 'string' && Number.isFinite(kept[1]);
}
