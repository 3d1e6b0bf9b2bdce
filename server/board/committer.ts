import type { Tallies } from '../health/tallies';
import type { Log } from '../log';
import type { Database, Sql } from '../storage/database';
import { failureOf, shortOf, sqliteCode } from '../storage/failure';
import type { Boards } from './boards';
import type { Delivery, Settled } from './delivery';
import { type BoardDeps, type Stages, stageDeliveries } from './stage-deliveries';

/** What it leaves in the stages is written at its end, in its transaction. */
export type Command<Result> = (sql: Sql, stages: Stages) => Promise<Result>;

export type CommitterDeps = BoardDeps & {
  database: Database;
  boards: Boards;
  log: Log;
  tallies: Pick<Tallies, 'countBatch'>;
};

/** Where Prisma gives up; nothing in a transaction waits for anything but the database. */
const TRANSACTION = { maxWait: 10_000, timeout: 60_000 };

/** One transaction at a time, and memory moved after each commit. Called by the write queue only. */
export function createCommitter(deps: CommitterDeps) {
  const { database, boards, log, tallies } = deps;
  let commits = 0;

  async function transact<Result>(work: Command<Result>): Promise<Result> {
    return staged((stages) =>
      database.$transaction(async (sql) => {
        const result = await work(sql, stages);
        database.put(stages.writes());
        return result;
      }, TRANSACTION),
    );
  }

  const keep = (batch: readonly Delivery[]) =>
    staged(async (stages) => {
      let begun = 0;
      let folded = 0;
      const settled = await database.direct(async (sql) => {
        begun = performance.now();
        const outcomes = await stageDeliveries(sql, batch, stages, deps);
        folded = performance.now();
        database.put(stages.writes());
        return outcomes;
      });
      const commitMs = performance.now() - folded;
      tallies.countBatch({ deliveries: batch.length, foldMs: folded - begun, commitMs });
      return settled;
    });

  async function staged<Result>(work: (stages: Stages) => Promise<Result>): Promise<Result> {
    const stages = boards.stage();
    const result = await work(stages);
    commits += 1;
    boards.apply(stages);
    return result;
  }

  /**
   * Commits a batch; one that fails because of its data is halved, and the delivery that fails alone is unreadable.
   * One that cannot even be kept as that is missing from the answer.
   */
  async function commit(batch: readonly Delivery[]): Promise<Map<string, Settled>> {
    try {
      return await keep(batch);
    } catch (error) {
      if (failureOf(error) === 'unavailable') throw error;
      const [only] = batch;
      if (only && batch.length === 1) return commitUnreadable(only, error);
      const middle = batch.length >> 1;
      return new Map([...(await commit(batch.slice(0, middle))), ...(await commit(batch.slice(middle)))]);
    }
  }

  async function commitUnreadable(delivery: Delivery, error: unknown): Promise<Map<string, Settled>> {
    log.warn(
      { delivery: delivery.id, error: shortOf(error) },
      'a delivery could not be stored as what it says: kept as unreadable',
    );
    const reading = {
      kind: 'unreadable',
      branch: null,
      workplace: null,
      code: 'INVALID_DATA',
      reason: `could not be stored: ${shortOf(error)}`,
    } as const;
    try {
      return await keep([{ ...delivery, reading }]);
    } catch (again) {
      if (failureOf(again) === 'unavailable') throw again;
      log.warn({ delivery: delivery.id, error: shortOf(again) }, 'a delivery could not be stored at all');
      return new Map();
    }
  }

  /**
   * Tells by a real write whether the database can be written: a change that changes no page is no proof on a disk
   * that is full or read-only. The user version of the file means nothing to anybody.
   */
  async function commitNothing(): Promise<void> {
    try {
      await transact(async (sql) => {
        const [row] = await sql.$queryRawUnsafe<{ user_version: number | bigint }[]>('PRAGMA user_version');
        await sql.$executeRawUnsafe(`PRAGMA user_version = ${Number(row?.user_version ?? 0) === 0 ? 1 : 0}`);
      });
    } catch (error) {
      // A file that could only be read when it was opened stays so for that connection: the next one may write again.
      if (sqliteCode(error) === 'SQLITE_READONLY') await database.$disconnect();
      throw error;
    }
  }

  return { transact, commit, commitNothing, commits: () => commits };
}
