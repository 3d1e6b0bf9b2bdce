import type { InstantText } from './live';

/** F25: a branch for which one order came, and which nobody has taken yet. Instants are server time. */
export type ProvisionalBranch = { number: number; since: InstantText; lastDeliveryAt: InstantText | null };

/** The reply of GET /api/v1/provisional-branches. */
export type ProvisionalBranches = {
  /** The newest. */
  branches: ProvisionalBranch[];
  /** How many there are. */
  total: number;
};

/** Pages list no more branches; any other is found by its number. */
export const MAX_LISTED_BRANCHES = 100;
