import type { BodyProblem, CountedRefusal, RefusalCode, SignatureFinding } from '../../contract/deliveries';
import { toIso } from '../../domain/ticket';

export type Refusal = {
  code: RefusalCode;
  problem: BodyProblem | null;
  /** Server time, epoch ms. */
  at: number;
  /** The claimed subscription, if it exists. */
  subscriptionId: string | null;
  hint: string | null;
  finding: SignatureFinding | null;
  last: CountedRefusal['last'];
};

/** Counts refused requests by cause. In memory, without their bodies. */
export type Refusals = {
  /** The start of counting: server time, epoch ms. */
  since: number;
  count: (refusal: Refusal) => void;
  list: () => CountedRefusal[];
};

const MAX_CAUSES = 200;

export function createRefusals(since: number): Refusals {
  const causes = new Map<string, CountedRefusal>();
  return {
    since,
    count({ at, hint, finding, ...refusal }) {
      const key = [refusal.code, refusal.problem, refusal.subscriptionId].join('|');
      const known = causes.get(key);
      if (!known && causes.size >= MAX_CAUSES) return;
      const lastAt = toIso(at);
      causes.set(key, {
        ...refusal,
        count: (known?.count ?? 0) + 1,
        firstAt: known?.firstAt ?? lastAt,
        lastAt,
        // Not every refusal has an explanation, so an earlier one is kept.
        hint: hint ?? known?.hint ?? null,
        finding: finding ?? known?.finding ?? null,
      });
    },
    list: () => [...causes.values()],
  };
}
