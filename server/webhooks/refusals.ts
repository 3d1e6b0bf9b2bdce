import type { RefusalCode } from './refusal-codes';

/** Requests that were turned away, counted by cause; the bodies are not kept, strangers' least of all. */
export type Refusals = {
  count: (refusal: { code: RefusalCode; at: number; subscriptionId: string | null; hint: string | null }) => void;
  list: () => CountedRefusal[];
};

export type CountedRefusal = {
  code: RefusalCode;
  /** The subscription that was claimed, if it is one of ours. */
  subscriptionId: string | null;
  count: number;
  lastAt: string;
  /** What the last one might have meant, in words. */
  hint: string | null;
};

const MOST_CAUSES = 200;

export function createRefusals(): Refusals {
  const causes = new Map<string, CountedRefusal>();
  return {
    count({ code, at, subscriptionId, hint }) {
      const key = `${code}|${subscriptionId ?? ''}`;
      const known = causes.get(key);
      if (!known && causes.size >= MOST_CAUSES) return;
      causes.set(key, {
        code,
        subscriptionId,
        count: (known?.count ?? 0) + 1,
        lastAt: new Date(at).toISOString(),
        hint: hint ?? known?.hint ?? null,
      });
    },
    list: () => [...causes.values()],
  };
}
