import type { BodyProblem, CountedRefusal, RefusalCode, SignatureFinding } from '../../contract/deliveries';

/** What is stored of a refused request. */
export type Refusal = {
  code: RefusalCode;
  problem: BodyProblem | null;
  /** Server time, epoch ms. */
  at: number;
  /** The subscription that was claimed, if it is one of ours. */
  subscriptionId: string | null;
  hint: string | null;
  finding: SignatureFinding | null;
  last: CountedRefusal['last'];
};

/** Refused requests, counted by cause. Their bodies are not stored. */
export type Refusals = {
  /** Since when they are counted: server time, epoch ms. */
  since: number;
  count: (refusal: Refusal) => void;
  list: () => CountedRefusal[];
};

const MOST_CAUSES = 200;

export function createRefusals(since: number): Refusals {
  const causes = new Map<string, CountedRefusal>();
  return {
    since,
    count({ at, hint, finding, ...refusal }) {
      const key = [refusal.code, refusal.problem, refusal.subscriptionId].join('|');
      const known = causes.get(key);
      if (!known && causes.size >= MOST_CAUSES) return;
      const lastAt = new Date(at).toISOString();
      causes.set(key, {
        ...refusal,
        count: (known?.count ?? 0) + 1,
        firstAt: known?.firstAt ?? lastAt,
        lastAt,
        // Not every refusal is examined: the earlier explanation stays.
        hint: hint ?? known?.hint ?? null,
        finding: finding ?? known?.finding ?? null,
      });
    },
    list: () => [...causes.values()],
  };
}
