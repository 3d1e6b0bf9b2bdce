import type { Settings } from '../../domain/settings';
import { createListeners } from '../../lib/listeners';
import type { Delivery, DeliveryResult } from '../intake/delivery';
import type { Log } from '../log';
import { branchOfRow } from '../sql/branches';
import { BRANCHES } from '../sql/load-statements';
import type { Statements } from '../sql/statements';
import type { StoredBranch } from '../sql/write-statements';
import { shortOf } from '../storage/failure';
import type { BranchState } from './branch-state';
import { createFollowing, type FollowDeps } from './follow-branches';
import { loadBranches } from './load-branch';
import { stageDeliveries } from './stage-deliveries';
import type { BranchChange } from './staged-branch';
import { type BoardDeps, createStages, type Stages } from './stages';

export type Boards = {
  branch: (number: number) => BranchState | undefined;
  /** Every branch, also those that are provisional (F25). */
  branches: () => BranchState[];
  /** The branches that were taken (F25). */
  taken: () => BranchState[];
  /** Removes a branch from memory, after the commit that removed its rows. */
  forget: (number: number) => void;
  /** Begins staging the changes of a transaction. An unknown branch that is requested from it is created. */
  stage: () => Stages;
  /** Stages a batch of deliveries and all resulting changes. Resolves to the outcome of each delivery, by id. */
  deliver: (sql: Statements, batch: readonly Delivery[], stages: Stages) => Promise<Map<string, DeliveryResult>>;
  /** Applies a committed transaction to memory, then notifies the listeners. Never throws. */
  apply: (stages: Stages) => void;
  /**
   * Loads every branch from another database, with these settings. Call the result to replace the branches in memory; it
   * notifies the listeners of each, with a new epoch.
   */
  reload: (sql: Statements, settings: Settings) => Promise<() => void>;
  /** Brings these branches in memory, or all, to what other nodes have committed, and notifies the listeners. */
  follow: (sql: Statements, numbers: readonly number[] | null) => Promise<void>;
  /** Calls `listener` after every commit that changed the board of a branch. Call the result to stop. */
  onChange: (listener: (change: BranchChange) => void) => () => void;
};

type BoardsDeps = BoardDeps & FollowDeps & { defaultTimeZone: string; log: Pick<Log, 'warn'> };

/** Loads every branch: open and recently closed tickets, recently changed tables, and the POS offset. */
export async function loadBoards(sql: Statements, deps: BoardsDeps): Promise<Boards> {
  const states = await loadStates(sql, deps);
  const listeners = createListeners<[BranchChange]>();
  const notify = (changes: readonly BranchChange[]) => {
    for (const change of changes) listeners.notify(change);
  };
  const following = createFollowing({ states, deps, notify });

  return {
    branch: (number) => states.get(number),
    branches: () => [...states.values()],
    taken: () => [...states.values()].filter(({ row }) => row.provisionalSince === null),
    forget: (number) => void states.delete(number),
    stage: () => createStages({ ...deps, states, lock: following.lock }),
    deliver: (sql, batch, stages) => stageDeliveries(sql, batch, stages, deps),
    apply(stages) {
      const changes = stages.all().flatMap((staged) => {
        states.set(staged.number, staged.before);
        return staged.apply() ?? [];
      });
      for (const handler of stages.commitHandlers())
        attempt(handler, 'a committed change could not be applied to memory', deps);
      notify(changes);
    },
    async reload(sql, settings) {
      const read = await loadStates(sql, { ...deps, settings });
      return () => {
        const branches = new Set([...states.keys(), ...read.keys()]);
        states.clear();
        for (const [number, state] of read) states.set(number, state);
        notify([...branches].map((branch) => wholeBoard(branch, read.get(branch)?.row.version ?? 0)));
      };
    },
    follow: following.follow,
    onChange: (listener) =>
      listeners.subscribe((change) =>
        attempt(() => listener(change), 'a listener failed for a change of the board', deps),
      ),
  };
}

async function loadStates(sql: Statements, deps: BoardsDeps): Promise<Map<number, BranchState>> {
  const rows = await sql.$queryRawUnsafe<StoredBranch[]>(BRANCHES);
  const states = await loadBranches(sql, rows.map(branchOfRow), deps);
  return new Map(states.map((state) => [state.row.number, state]));
}

/** A change after which screens replace their whole board. */
function wholeBoard(branch: number, version: number): BranchChange {
  return { branch, previousVersion: version, version, isWhole: true, tickets: [], tables: [] };
}

/** Logs errors of listeners, because they must not fail a commit. A screen that misses a change notices it. */
function attempt(work: () => void, message: string, { log }: BoardsDeps): void {
  try {
    work();
  } catch (error) {
    log.warn({ error: shortOf(error) }, message);
  }
}
