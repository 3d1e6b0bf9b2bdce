import type { BranchRow } from '../sql/branch-row';
import type { Write } from '../sql/statements';
import { newsWrites } from './branch-news';
import { type BranchState, emptyBranch } from './branch-state';
import type { createFollowing } from './follow-branches';
import { StagedBranch } from './staged-branch';
import { stagedWrites } from './staged-writes';
import type { BoardDeps, Stages } from './stages';

export type StagesDeps = Pick<BoardDeps, 'now' | 'newEpoch' | 'node'> & {
  states: ReadonlyMap<number, BranchState>;
  lock: ReturnType<typeof createFollowing>['lock'];
  defaultTimeZone: string;
};

/** Begins staging the changes of one transaction. */
export function createStages(deps: StagesDeps): Stages {
  const { node, states } = deps;
  const staged = new Map<number, StagedBranch>();
  const locked = new Set<number>();
  let changesConfig = false;
  const added: Write[] = [];
  const commitHandlers: (() => void)[] = [];

  /** F25a: the first branch is taken at once. */
  function newBranch(number: number): BranchRow {
    const hasTaken = isAnyTaken(states.values()) || isAnyTaken(staged.values());
    return branchRow(number, hasTaken ? deps.now() : null, deps);
  }

  return {
    async lock(sql, numbers, { isPatient = true } = {}) {
      const wanted = [...new Set(numbers)];
      if (node === null) return wanted;
      const free = await deps.lock(sql, wanted, isPatient);
      for (const number of free) locked.add(number);
      return free;
    },
    of(number) {
      const known = staged.get(number);
      if (known) return known;
      if (node !== null && !locked.has(number)) throw new Error(`branch ${number} is changed without its lock`);
      const fresh = new StagedBranch(states.get(number) ?? emptyBranch(newBranch(number)));
      staged.set(number, fresh);
      return fresh;
    },
    all: () => [...staged.values()],
    markConfigChanged() {
      changesConfig = true;
    },
    add: (write) => added.push(write),
    onCommit: (handler) => commitHandlers.push(handler),
    commitHandlers: () => commitHandlers,
    writes() {
      const changed = [...staged.values()];
      const news = node === null ? [] : newsWrites(changed, { node, at: deps.now(), changesConfig });
      return [...stagedWrites(changed), ...added, ...news];
    },
  };
}

function isAnyTaken(branches: Iterable<{ row: BranchRow }>): boolean {
  for (const { row } of branches) if (row.provisionalSince === null) return true;
  return false;
}

/** F25: the row of a new branch, which waits to be taken since `provisionalSince` (server time); null: it is taken. */
function branchRow(number: number, provisionalSince: number | null, deps: StagesDeps): BranchRow {
  return {
    number,
    name: null,
    timeZone: deps.defaultTimeZone,
    cutOffMinute: 4 * 60,
    version: 0,
    revision: 0,
    epoch: deps.newEpoch(),
    lastDeliveryAt: null,
    provisionalSince,
    votes: { seconds: 0, minutes: 0, milliseconds: 0 },
  };
}
