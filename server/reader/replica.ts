import { setTimeout as wait } from 'node:timers/promises';
import { LISTENED_UNTIL } from '../sql/node-statements';
import type { Source } from '../sql/statements';
import { shortOf } from '../storage/failure';
import { UserError } from '../user-error';

/** Whether history and reports are read from the replica now; if not, why. */
export type ReplicaState = {
  isUsed: boolean;
  /** How old what it has is, in ms; null if unknown. */
  behindMs: number | null;
  problem: string | null;
};

/** Runs queries that may be answered by a replica. */
type ReplicaReader = {
  /** On the replica, or on the primary while the replica is away or far behind. */
  read: <Result>(query: (source: Source) => Promise<Result>) => Promise<Result>;
  state: () => Promise<ReplicaState>;
};

/**
 * Figures that are older than a minute are not shown: a manager could take them for those of now. Added to this limit are
 * up to 10 s, because nodes store no more often until when they listened, and up to 8 s since the last look.
 */
const MAX_BEHIND_MS = 40_000;
const LAG_EVERY_MS = 5_000;
const LOOK_TIMEOUT_MS = 3_000;
const NOT_OURS = 'it is not a replica of this database';

/** How new a database is, and the id of its first migration, which only its replicas have too. */
type Mark = { until: number; origin: string | null };

export function createReplicaReader(replica: Source, primary: Source): ReplicaReader {
  let state: ReplicaState = { isUsed: true, behindMs: null, problem: null };
  /** The newest mark of the primary that was read. */
  let newest: Mark | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function measure(): Promise<void> {
    try {
      const [found, ofPrimary] = await Promise.all([
        inTime(markOf(replica)),
        // While the primary is away, the replica is compared with the last mark of it that was read.
        inTime(markOf(primary)).catch(() => null),
      ]);
      newest = ofPrimary ?? newest;
      const behindMs = newest && Math.max(0, newest.until - found.until);
      const problem =
        newest && newest.origin !== found.origin
          ? NOT_OURS
          : behindMs !== null && behindMs > MAX_BEHIND_MS
            ? `it is ${Math.round(behindMs / 1_000)} s behind`
            : null;
      state = { isUsed: problem === null, behindMs, problem };
    } catch (error) {
      state = { isUsed: false, behindMs: null, problem: shortOf(error) };
    }
    lookedAt = performance.now();
  }

  function look(): Promise<void> {
    looking ??= measure().finally(() => {
      looking = null;
    });
    return looking;
  }

  return {
    async read(query) {
      if (performance.now() - lookedAt > LAG_EVERY_MS) {
        const looked = look();
        // The database itself is never too old.
        if (state.isUsed) await looked;
      }
      const isReplica = state.isUsed;
      try {
        return await query(isReplica ? replica : primary);
      } catch (error) {
        if (!isReplica || error instanceof UserError) throw error;
        // Whatever it is, the primary may not have it. The next look decides again.
        state = { isUsed: false, behindMs: null, problem: shortOf(error) };
        return query(primary);
      }
    },
    async state() {
      await look();
      return state;
    },
  };
}

async function markOf(source: Source): Promise<Mark> {
  const [row] = await source.$queryRawUnsafe<Mark[]>(LISTENED_UNTIL);
  return row ?? { until: 0, origin: null };
}

function inTime<Result>(result: Promise<Result>): Promise<Result> {
  const late = wait(LOOK_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error('it does not answer');
  });
  return Promise.race([result, late]);
}
