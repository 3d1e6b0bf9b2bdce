import type { Log } from '../log';
import type { Statements, Write } from '../sql/statements';
import { UPSERT_HEARTBEAT } from '../sql/write-statements';
import { type Database, executionsOf, type Sql } from '../storage/database';
import { failureOf, shortOf, sqliteCode } from '../storage/failure';
import type { Counters, Delivery, DeliveryResult } from './delivery';

/** Work in a transaction of its own. Its staged changes are written at the end of the transaction. */
export type Command<Result, Stages> = (sql: Sql, stages: Stages) => Promise<Result>;

/** What the committer needs of the boards: memory that follows the database, one transaction at a time. */
type StagedMemory<Stages> = {
  /** Begins a transaction's view of memory. */
  stage: () => Stages;
  /** Stages a batch of deliveries. Resolves to the outcome of each, by id. */
  deliver: (sql: Statements, batch: readonly Delivery[], stages: Stages) => Promise<Map<string, DeliveryResult>>;
  /** Applies the staged changes to memory, after the commit. Never throws. */
  apply: (stages: Stages) => void;
};

/** Commits all deliveries of a batch, or none. Resolves to the outcome of each, by id. */
type CommitWhole = (batch: readonly Delivery[]) => Promise<Map<string, DeliveryResult>>;

/** The outcome of each committed delivery, by id; null for one that the database cannot store even as unreadable. */
export type Committed = ReadonlyMap<string, DeliveryResult | null>;

/** Commits a batch of deliveries, or the first of them if the database then becomes unavailable. */
type Commit = (batch: readonly Delivery[]) => Promise<Committed>;

/** Staged changes, as rows to write. */
export type Writing = { writes: () => readonly Write[] };

export type CommitterDeps<Stages> = {
  database: Database;
  boards: StagedMemory<Stages>;
  log: Log;
  /** The number of this node where several may write to the database; null: it is the only writer. */
  node: number | null;
  counters: Pick<Counters, 'countBatch'>;
  /** What the transaction that stores deliveries must write to the inbox. */
  removal: (deliveries: readonly Delivery[]) => Write[];
};

/** The row of Attendance that only shows whether the database can be written. */
const PROBE = 0;
/** Prisma's time limits in ms. Generous, because a transaction waits for nothing but the database. */
const TRANSACTION = { maxWait: 10_000, timeout: 60_000 };

/** Runs one transaction at a time, and updates memory after each commit. Only the write queue calls it. */
export function createCommitter<Stages extends Writing>(deps: CommitterDeps<Stages>) {
  const { database, boards, counters, removal, node } = deps;
  let commits = 0;

  async function transact<Result>(work: Command<Result, Stages>): Promise<Result> {
    return staged((stages) =>
      writeAmongNodes(
        (sql) => work(sql, stages),
        () => [...stages.writes()],
      ),
    );
  }

  /** Nothing else writes to the database, so it reads before its transaction, which takes fewer turns of the event loop. */
  async function writeAlone<Result>(read: (sql: Sql) => Promise<Result>, writes: () => Write[]): Promise<Result> {
    const result = await read(database);
    await database.$transaction(executionsOf(database, writes()));
    return result;
  }

  function writeAmongNodes<Result>(read: (sql: Sql) => Promise<Result>, writes: () => Write[]): Promise<Result> {
    return database.$transaction(async (sql) => {
      const result = await read(sql);
      for (const execution of executionsOf(sql, writes())) await execution;
      return result;
    }, TRANSACTION);
  }

  const write = node === null ? writeAlone : writeAmongNodes;

  const commitWhole: CommitWhole = (batch) =>
    staged(async (stages) => {
      const begun = performance.now();
      let folded = begun;
      const fold = async (sql: Sql) => {
        const results = await boards.deliver(sql, batch, stages);
        folded = performance.now();
        return results;
      };
      const results = await write(fold, () => [...stages.writes(), ...removal(batch)]);
      counters.countBatch({ deliveries: batch.length, foldMs: folded - begun, commitMs: performance.now() - folded });
      return results;
    });

  async function staged<Result>(work: (stages: Stages) => Promise<Result>): Promise<Result> {
    const stages = boards.stage();
    const result = await work(stages);
    commits += 1;
    boards.apply(stages);
    return result;
  }

  /**
   * Checks with a real write whether the database can be written: only a changed page proves it on a full or read-only
   * disk.
   */
  async function commitNothing(): Promise<void> {
    try {
      await database.$transaction(
        executionsOf(database, [{ statement: UPSERT_HEARTBEAT, rows: [[PROBE, Date.now()]] }]),
      );
    } catch (error) {
      // A connection to a file that was read-only when it was opened stays read-only: connect anew.
      if (sqliteCode(error) === 'SQLITE_READONLY') await database.$disconnect();
      throw error;
    }
  }

  return { transact, commitWhole, commitNothing, commits: () => commits };
}

/**
 * Confines a failure to the delivery that causes it: a batch that fails because of its data is committed one by one, and a
 * delivery that fails alone is stored as unreadable.
 */
export function isolateFailures(commitWhole: CommitWhole, log: Pick<Log, 'warn'>): Commit {
  async function commitAlone(delivery: Delivery): Promise<Committed> {
    try {
      return await commitWhole([delivery]);
    } catch (error) {
      if (failureOf(error) !== 'data') throw error;
      const warn = { delivery: delivery.id, error: shortOf(error) };
      log.warn(warn, 'a delivery could not be stored as it was read: stored as unreadable');
      return commitUnreadable(delivery, `could not be stored: ${shortOf(error)}`);
    }
  }

  async function commitUnreadable(delivery: Delivery, reason: string): Promise<Committed> {
    const translation = { kind: 'unreadable', branch: null, workplace: null, code: 'INVALID_DATA', reason } as const;
    try {
      return await commitWhole([{ ...delivery, translation }]);
    } catch (error) {
      if (failureOf(error) !== 'data') throw error;
      log.warn({ delivery: delivery.id, error: shortOf(error) }, 'a delivery could not be stored at all');
      return new Map([[delivery.id, null]]);
    }
  }

  return async (batch) => {
    try {
      return await commitWhole(batch);
    } catch (error) {
      if (failureOf(error) !== 'data') throw error;
    }
    const committed = new Map<string, DeliveryResult | null>();
    for (const delivery of batch)
      try {
        for (const [id, result] of await commitAlone(delivery)) committed.set(id, result);
      } catch (error) {
        if (committed.size === 0) throw error;
        return committed;
      }
    return committed;
  };
}
