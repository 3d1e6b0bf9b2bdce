import { BRANCHES } from '../sql/load-statements';
import { BRANCHES_BY_NUMBER, LOCK_BRANCHES, LOCK_CLUSTER, LOCK_FREE_BRANCHES } from '../sql/node-statements';
import type { Statements } from '../sql/statements';
import type { BranchRow, BranchState } from './branch-state';
import { branchOfRow, type CatchUpDeps, catchUp, loadBranch, type StoredBranch } from './load-branch';
import type { BranchChange } from './staged-branch';

// Where several nodes write to one database, the row of a branch elects the one that may write about it. Memory follows
// what the others have committed.

export type FollowDeps = {
  states: Map<number, BranchState>;
  deps: CatchUpDeps;
  notify: (changes: readonly BranchChange[]) => void;
};

export function createFollowing({ states, deps, notify }: FollowDeps) {
  /** Brings a branch in memory to its stored row, which may be older than what is read with it. */
  async function bring(sql: Statements, row: BranchRow): Promise<void> {
    const state = states.get(row.number);
    const before = state?.row;
    if (state && before?.revision === row.revision && before.epoch === row.epoch) return;
    const next = state ? await catchUp(sql, state, row, deps) : await loadBranch(sql, row, deps);
    states.set(row.number, next);
    const change = changeSince(next, before);
    if (change) notify([change]);
  }

  async function bringAll(sql: Statements, rows: readonly StoredBranch[]): Promise<void> {
    for (const row of rows) await bring(sql, branchOfRow(row));
  }

  /** Brings these branches, or all, to what is committed. Another transaction may be about to commit more. */
  async function follow(sql: Statements, numbers: readonly number[] | null): Promise<void> {
    if (numbers !== null)
      return bringAll(sql, await sql.$queryRawUnsafe<StoredBranch[]>(BRANCHES_BY_NUMBER, JSON.stringify(numbers)));
    const rows = await sql.$queryRawUnsafe<StoredBranch[]>(BRANCHES);
    await bringAll(sql, rows);
    const stored = new Set(rows.map(({ number }) => Number(number)));
    for (const number of states.keys()) if (!stored.has(number)) states.delete(number);
  }

  return {
    follow,
    /**
     * Locks branches until the end of the transaction, and brings memory to what is committed about them. Resolves to those
     * that may be changed: all, unless `isPatient` is false and another transaction has locked some.
     */
    async lock(sql: Statements, numbers: readonly number[], isPatient: boolean): Promise<number[]> {
      const unknown = numbers.filter((number) => !states.has(number));
      if (unknown.length > 0) {
        // F25a: whether a new branch is taken depends on the others.
        await sql.$executeRawUnsafe(LOCK_CLUSTER);
        await follow(sql, null);
      }
      const statement = isPatient ? LOCK_BRANCHES : LOCK_FREE_BRANCHES;
      const rows = await sql.$queryRawUnsafe<StoredBranch[]>(statement, JSON.stringify(numbers));
      await bringAll(sql, rows);
      if (isPatient) return [...numbers];
      return rows.map(({ number }) => Number(number));
    },
  };
}

/** What screens have to learn of a branch since it had this row in memory; null if nothing. */
function changeSince({ row, orders, tables }: BranchState, before: BranchRow | undefined): BranchChange | null {
  if (before?.version === row.version && before.epoch === row.epoch) return null;
  const previousVersion = before?.version ?? 0;
  const isNews = (item: { version: number }) => item.version > previousVersion;
  return {
    branch: row.number,
    previousVersion,
    version: row.version,
    newEpoch: before?.epoch !== row.epoch,
    tickets: [...orders.values()].flatMap((order) => order.tickets.filter(isNews)),
    tables: [...tables.values()].filter(isNews),
  };
}
