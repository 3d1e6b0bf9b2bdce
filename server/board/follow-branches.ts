import { type BranchRow, branchOfRow } from '../sql/branches';
import { BRANCHES } from '../sql/load-statements';
import {
  BRANCHES_BY_NUMBER,
  LOCK_BRANCHES,
  LOCK_BRANCHES_OF_TIMELINE,
  LOCK_CLUSTER,
  SKIP_LOCKED,
} from '../sql/node-statements';
import type { Statements } from '../sql/statements';
import type { StoredBranch } from '../sql/write-statements';
import { refuseOtherTimeline } from '../storage/failure';
import { newsBetween } from './branch-news';
import type { BranchState } from './branch-state';
import { catchUp, type LoadDeps, loadBranches } from './load-branch';
import type { BranchChange } from './staged-branch';

// Where several nodes write to one database, the row of a branch elects the one that may write about it. Memory follows
// what the others have committed.
export type FollowDeps = LoadDeps & {
  /** Reads the settings that other nodes have changed. */
  followConfig: () => Promise<void>;
  /** The timeline of PostgreSQL that memory was read from; null if it is not known. */
  timeline: () => string | null;
};

export function createFollowing({
  states,
  deps,
  notify,
}: {
  states: Map<number, BranchState>;
  deps: FollowDeps;
  notify: (changes: readonly BranchChange[]) => void;
}) {
  /** Brings branches in memory to their stored rows, which may be older than what is read with them. */
  async function bringAll(sql: Statements, stored: readonly StoredBranch[]): Promise<void> {
    const rows = stored.map(branchOfRow).filter((row) => {
      const known = states.get(row.number)?.row;
      return known?.revision !== row.revision || known.epoch !== row.epoch;
    });
    const known = rows.flatMap((row) => {
      const state = states.get(row.number);
      return state?.row.epoch === row.epoch ? [{ state, row, before: state.row }] : [];
    });
    const news = await newsBetween(
      sql,
      known.map(({ row, before }) => ({ branch: row.number, from: before.revision, to: row.revision })),
    );
    const behind = known.flatMap((one) => {
      const ofBranch = news.get(one.row.number);
      return ofBranch ? [{ ...one, news: ofBranch }] : [];
    });
    await catchUp(sql, behind, deps);
    notify(behind.flatMap(({ state, before }) => changeSince(state, before) ?? []));
    await bringWhole(
      sql,
      rows.filter(({ number }) => !news.has(number)),
    );
  }

  /**
   * Reads branches that are new, or of which more changed than is known. Screens then get the whole board: a ticket that
   * was open may have closed so long ago that it is not read.
   */
  async function bringWhole(sql: Statements, rows: readonly BranchRow[]): Promise<void> {
    if (rows.some(({ number }) => states.has(number))) await deps.followConfig();
    const changes = (await loadBranches(sql, rows, deps)).flatMap((state) => {
      const { number } = state.row;
      const before = states.get(number);
      // Which commits brought deliveries is not read with a whole branch.
      const hasDelivery = before && (state.row.lastDeliveryAt ?? 0) > (before.row.lastDeliveryAt ?? 0);
      state.deliveredIn = hasDelivery ? state.row.revision : (before?.deliveredIn ?? 0);
      states.set(number, state);
      const change = changeSince(state, before?.row);
      return change ? { ...change, isWhole: true } : [];
    });
    notify(changes);
  }

  /** Brings these branches, or all, to what is committed. Another transaction may be about to commit more. */
  async function follow(sql: Statements, numbers: readonly number[] | null): Promise<void> {
    if (numbers !== null)
      return bringAll(sql, await sql.$queryRawUnsafe<StoredBranch[]>(BRANCHES_BY_NUMBER, JSON.stringify(numbers)));
    const rows = await sql.$queryRawUnsafe<StoredBranch[]>(BRANCHES);
    await bringAll(sql, rows);
    forgetRemoved([...states.keys()], rows);
  }

  /** Removes branches from memory of which no row was found. Returns whether there were any. */
  function forgetRemoved(numbers: readonly number[], found: readonly StoredBranch[]): boolean {
    const stored = new Set(found.map(({ number }) => Number(number)));
    return numbers.filter((number) => !stored.has(number) && states.delete(number)).length > 0;
  }

  /**
   * Locks branches until the end of the transaction, and brings memory to what is committed about them. Resolves to those
   * that may be changed: all, unless `isPatient` is false and another transaction has locked some.
   * @throws Error if a standby took over: revisions do not tell that memory has what was lost
   */
  async function lock(sql: Statements, numbers: readonly number[], isPatient: boolean): Promise<number[]> {
    const unknown = numbers.filter((number) => !states.has(number));
    if (unknown.length > 0) {
      // F25a: whether a new branch is taken depends on the others.
      await sql.$executeRawUnsafe(LOCK_CLUSTER);
      await deps.followConfig();
      await follow(sql, null);
    }
    const timeline = deps.timeline();
    const statement = timeline === null ? LOCK_BRANCHES : LOCK_BRANCHES_OF_TIMELINE;
    const rows = await sql.$queryRawUnsafe<(StoredBranch & { timeline?: string })[]>(
      isPatient ? statement : statement + SKIP_LOCKED,
      JSON.stringify(numbers),
    );
    refuseOtherTimeline(rows[0]?.timeline, timeline);
    await bringAll(sql, rows);
    if (!isPatient) return rows.map(({ number }) => Number(number));
    // F25b: what another node removed is new again.
    return forgetRemoved(numbers, rows) ? lock(sql, numbers, isPatient) : [...numbers];
  }

  return { follow, lock };
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
    isWhole: before?.epoch !== row.epoch,
    tickets: [...orders.values()].flatMap((order) => order.tickets.filter(isNews)),
    tables: [...tables.values()].filter(isNews),
  };
}
