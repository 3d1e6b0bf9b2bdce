import { BRANCH_NUMBERS } from '../sql/backup-statements';
import { IS_SET_UP, SUBSCRIPTION_IDS, USERNAMES } from '../sql/copy-statements';
import type { CopyTarget } from '../storage/copy-target';
import { UserError } from '../user-error';

/** Identifiers that restaurants in the target use already, so that a copy must not use them again. */
export type TargetUse = {
  /** Whether the target has any branch, subscription, screen, manager or setting. */
  isSetUp: boolean;
  /** Numbers of branches. */
  branches: number[];
  /** Ids of subscriptions. */
  subscriptions: ReadonlySet<string>;
  usernames: ReadonlySet<string>;
};

export async function readTargetUse({ query }: CopyTarget): Promise<TargetUse> {
  const [setUp] = await query<{ isSetUp: boolean }>(IS_SET_UP);
  const branches = await query<{ number: number }>(BRANCH_NUMBERS);
  const subscriptions = await query<{ id: string }>(SUBSCRIPTION_IDS);
  const managers = await query<{ username: string }>(USERNAMES);
  return {
    isSetUp: setUp?.isSetUp === true,
    branches: branches.map(({ number }) => number),
    subscriptions: new Set(subscriptions.map(({ id }) => id)),
    usernames: new Set(managers.map(({ username }) => username)),
  };
}

/** The branch numbers that both lists have, as text such as `branches 1, 3`; null if there are none. */
export function describeSharedBranches(numbers: readonly number[], theirs: readonly number[]): string | null {
  const shared = numbers.filter((number) => theirs.includes(number));
  return shared.length === 0 ? null : `${shared.length === 1 ? 'branch' : 'branches'} ${shared.join(', ')}`;
}

/**
 * Refuses a copy of branches whose numbers are used in the target. `name` is the target's. @throws UserError that lists
 * them
 */
export function refuseSharedBranches(numbers: readonly number[], theirs: readonly number[], name: string): void {
  const shared = describeSharedBranches(numbers, theirs);
  if (shared === null) return;
  throw new UserError(
    `${name} already has ${shared}: two restaurants cannot share a branch number. Copy into another database, or give the restaurant another number in the POS.`,
  );
}
