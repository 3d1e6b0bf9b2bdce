import type { BodyProblem, CountedCode } from '../../contract/constants';
import type { CountedRefusal, SignatureFinding } from '../../contract/deliveries';
import { toIso } from '../../domain/to-iso';

export type Refusal = {
  code: CountedCode;
  problem: BodyProblem | null;
  /** Server time, epoch ms. */
  at: number;
  /** The claimed subscription, if it exists. */
  subscriptionId: string | null;
  hint: string | null;
  finding: SignatureFinding | null;
  last: CountedRefusal['last'];
};

/** What a node has counted since `since`, its server time in epoch ms. */
export type NodeRefusals = { since: number; refusals: readonly CountedRefusal[] };

/** Counts refused requests by cause. In memory, without their bodies. */
export type Refusals = {
  count: (refusal: Refusal) => void;
  /** Those of this node. */
  own: () => CountedRefusal[];
  /** Those of all nodes. `since` is when the last of them began to count. */
  list: () => NodeRefusals;
  /** What to send to the other nodes now, if anything. Call it every few seconds. */
  news: () => NodeRefusals | null;
  /** Takes what another node sent. */
  receive: (node: number, news: NodeRefusals) => void;
};

/** The counts of another node. */
type NodeCounts = { since: number; causes: Map<string, CountedRefusal>; receivedAt: number };

const MAX_CAUSES = 200;
/** A node sends everything again this often, so that others see that it still runs. */
const REPEAT_EVERY_MS = 60_000;
/** A node that was silent for this long is gone, and what it counted with it. */
const SILENT_MS = 3 * REPEAT_EVERY_MS;

/** `since` is server time, epoch ms. */
export function createRefusals(since: number, monotonicNow: () => number): Refusals {
  const causes = new Map<string, CountedRefusal>();
  const changed = new Set<string>();
  const others = new Map<number, NodeCounts>();
  let repeatedAt = Number.NEGATIVE_INFINITY;
  return {
    count({ at, ...refusal }) {
      const key = causeOf(refusal);
      if (!causes.has(key) && causes.size >= MAX_CAUSES) return;
      add(causes, { ...refusal, count: 1, firstAt: toIso(at), lastAt: toIso(at) });
      changed.add(key);
    },
    own: () => [...causes.values()],
    list() {
      for (const [node, { receivedAt }] of others) if (monotonicNow() - receivedAt >= SILENT_MS) others.delete(node);
      const sums = new Map(causes);
      for (const other of others.values()) for (const refusal of other.causes.values()) add(sums, refusal);
      return {
        since: Math.max(since, ...[...others.values()].map((other) => other.since)),
        refusals: [...sums.values()],
      };
    },
    news() {
      const repeats = monotonicNow() - repeatedAt >= REPEAT_EVERY_MS;
      if (repeats) repeatedAt = monotonicNow();
      const refusals = [...causes].flatMap(([key, refusal]) => (repeats || changed.has(key) ? refusal : []));
      changed.clear();
      return repeats || refusals.length > 0 ? { since, refusals } : null;
    },
    receive(node, news) {
      const known = others.get(node);
      // A node that has just started does not have what this one counted.
      if (!known) repeatedAt = Number.NEGATIVE_INFINITY;
      const counts = known?.causes ?? new Map<string, CountedRefusal>();
      for (const refusal of news.refusals) counts.set(causeOf(refusal), refusal);
      others.set(node, { since: news.since, causes: counts, receivedAt: monotonicNow() });
    },
  };
}

const causeOf = ({ code, problem, subscriptionId }: Pick<CountedRefusal, 'code' | 'problem' | 'subscriptionId'>) =>
  [code, problem, subscriptionId].join('|');

/** Adds to the sum of the same cause. Not every refusal has an explanation, so an earlier one is kept. */
function add(sums: Map<string, CountedRefusal>, refusal: CountedRefusal): void {
  const key = causeOf(refusal);
  const sum = sums.get(key);
  if (!sum) return void sums.set(key, refusal);
  const [earlier, later] = sum.lastAt <= refusal.lastAt ? [sum, refusal] : [refusal, sum];
  sums.set(key, {
    ...later,
    count: sum.count + refusal.count,
    firstAt: sum.firstAt <= refusal.firstAt ? sum.firstAt : refusal.firstAt,
    hint: later.hint ?? earlier.hint,
    finding: later.finding ?? earlier.finding,
  });
}
