import { BRANCH_NUMBERS } from '../sql/backup-statements';
import { IS_SET_UP, SUBSCRIPTION_IDS, USERNAMES } from '../sql/copy-statements';
import type { CopyTarget } from '../storage/copy-target';
import { UserError } from '../user-error';

/** What the target has of other restaurants. */
export type TargetUse = {
  /** Anything at all. */
  isSetUp: boolean;
  branches: number[];
  subscriptions: ReadonlySet<string>;
  usernames: ReadonlySet<string>;
};

export async function readTargetUse({ query }: CopyTarget): Promise<TargetUse> {
  const [setUp] = await query<{ is: boolean }>(IS_SET_UP);
  const branches = await query<{ number: number }>(BRANCH_NUMBERS);
  const subscriptions = await query<{ id: string }>(SUBSCRIPTION_IDS);
  const managers = await query<{ username: string }>(USERNAMES);
  return {
    isSetUp: setUp?.is === true,
    branches: branches.map(({ number }) => number),
    subscriptions: new Set(subscriptions.map(({ id }) => id)),
    usernames: new Set(managers.map(({ username }) => username)),
  };
}

/** The branches whose numbers both have, in words; null if there are none. */
export function sameBranches(numbers: readonly number[], theirs: readonly number[]): string | null {
  const same = numbers.filter((number) => theirs.includes(number));
  return same.length === 0 ? null : `${same.length === 1 ? 'branch' : 'branches'} ${same.join(', ')}`;
}

/** @throws UserError if both have a branch of the same number */
export function refuseSameBranches(numbers: readonly number[], theirs: readonly number[], name: string): void {
  const same = sameBranches(numbers, theirs);
  if (same === null) return;
  throw new UserError(
    `${name} already has ${same}: two restaurants cannot have one number. Copy into another database, or give the restaurant another number in the POS.`,
  );
}
