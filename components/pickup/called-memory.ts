import type { Called } from './called';

/** Keeps the called numbers across reloads of the page. */
export type CalledMemory = { read: () => Called; keep: (called: Called) => void };

const NAME = 'heatlamp-called';

/** `open` returns the browser's storage and may throw, as some devices forbid it. Then only the page remembers. */
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
        // Without storage, a reloaded page calls nothing that is ready when it opens.
      }
    },
  };
}

function isCall(kept: unknown): kept is [order: string, since: number] {
  return Array.isArray(kept) && kept.length === 2 && typeof kept[0] === 'string' && Number.isFinite(kept[1]);
}
