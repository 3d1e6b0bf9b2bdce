import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log';
import { DAMAGED, type DatabaseFile, isDamage } from '../storage/database-file';
import { failureOf, isLockedElsewhere, shortOf, Unwritable } from '../storage/failure';

/** What the kind of connection adds to an outage. */
export type Connection = {
  /** Whether a write that failed has surely written nothing, so that it can be tried again at once. */
  isLocal: boolean;
  /** Whether what is written may be lost, or another process may write: until `recover` nothing must be written. */
  isCut: () => boolean;
  /** Why nothing must be written until a person has changed it; null while nobody has to. */
  problem: () => string | null;
  /**
   * Makes the connection usable again. Over a network, it also reads everything in memory again, because the last commit
   * before an outage may have succeeded. @throws Error
   */
  recover: () => Promise<void>;
};

type WriteAccessDeps = {
  connection: Connection;
  log: Pick<Log, 'warn'>;
  /** Makes a real write that changes nothing. @throws Error if the database cannot be written */
  commitNothing: () => Promise<void>;
  /** Called when a probe has succeeded. @throws Error to prolong the outage */
  recover: () => void | Promise<void>;
  /** Called when the database still cannot be written, several times a second. */
  onProbeFailed: () => void;
  /** Whether nothing must wait for a lock any more. */
  isClosing: () => boolean;
};

/** How long writes to a locked or full database are retried before deliveries stay in the inbox. */
const WRITE_RETRY_MS = 1_000;
/** The same for a lock of another node on PostgreSQL, which keeps one for five seconds at most if that node hangs. */
const LOCK_RETRY_MS = 6_000;
const BUSY_PAUSE_MS = 20;
/** How often a database that could not be written is tried again. */
export const PROBE_MS = 250;
/** A full disk still takes small writes now and then: after an outage, failures are not retried for this long. */
const TRUST_AFTER_MS = 10_000;

/** Knows whether the database can be written, and since when it could not. */
type DatabaseOutage = {
  /** The last write failed: deliveries stay in the inbox until a probe succeeds. */
  isDown: () => boolean;
  begin: (error: unknown) => void;
  end: () => void;
  mayProbe: () => boolean;
  /** How long a write of deliveries may be retried, in ms; 0 soon after an outage. */
  retryForMs: () => number;
  /** How long a command may be retried, in ms; 0 in an outage, because people wait for the answer. */
  retryCommandForMs: () => number;
};

/** `mayRetry`: whether a write that failed has surely written nothing. */
function createDatabaseOutage(log: Pick<Log, 'warn'>, mayRetry: boolean): DatabaseOutage {
  const retryMs = mayRetry ? WRITE_RETRY_MS : 0;
  let isDown = false;
  let wasDownAt = Number.NEGATIVE_INFINITY;
  return {
    isDown: () => isDown,
    begin(error) {
      wasDownAt = performance.now();
      if (isDown) return;
      isDown = true;
      log.warn({ error: shortOf(error) }, 'the database cannot be written: deliveries stay in the inbox');
    },
    end() {
      isDown = false;
    },
    mayProbe: () => !isDown || performance.now() - wasDownAt > PROBE_MS,
    retryForMs: () => (performance.now() - wasDownAt > TRUST_AFTER_MS ? retryMs : 0),
    retryCommandForMs: () => (isDown ? 0 : retryMs),
  };
}

/**
 * Retries `work` for `retryForMs` while the database is locked, full or read-only: SQLite's own busy timeout would
 * block the thread. What another node has locked on PostgreSQL is retried for longer, but not while `isClosing`.
 * @throws Unwritable when the time is up, or any other error of `work`
 */
async function retryWhileUnavailable<Result>(
  work: () => Promise<Result>,
  retryForMs: number,
  isClosing: () => boolean,
): Promise<Result> {
  const begun = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (failureOf(error) !== 'unavailable') throw error;
      const mostMs = isLockedElsewhere(error) && !isClosing() ? LOCK_RETRY_MS : retryForMs;
      if (performance.now() - begun >= mostMs) throw new Unwritable(error);
      await wait(BUSY_PAUSE_MS);
    }
  }
}

/** Whether the database can be written: it begins an outage when a write fails, and ends it when a probe succeeds. */
export function createWriteAccess(deps: WriteAccessDeps) {
  const { connection, log, commitNothing, recover, onProbeFailed, isClosing } = deps;
  const outage = createDatabaseOutage(log, connection.isLocal);
  let isDamaged = false;

  const cutReason = () => connection.problem() ?? 'the connection to the database was lost';

  function begin(error: unknown = cutReason()): void {
    isDamaged = error instanceof Unwritable && isDamage(error.cause);
    outage.begin(error);
  }

  /** Finds out with a real write whether the database can be written again. */
  async function probe(): Promise<void> {
    if (!outage.isDown()) return;
    try {
      const problem = connection.problem();
      if (problem !== null) throw new Unwritable(problem);
      await commitNothing();
      await connection.recover();
      await recover();
      outage.end();
    } catch (error) {
      outage.begin(error);
      onProbeFailed();
    }
  }

  /** @throws Unwritable if a command must not begin now */
  async function refuseUnlessWritable(): Promise<void> {
    if (connection.isCut()) outage.begin(cutReason());
    if (outage.isDown() && !connection.isLocal) throw new Unwritable('PostgreSQL cannot be reached');
    if (connection.isCut()) await probe();
    const problem = connection.problem();
    if (problem !== null) throw new Unwritable(problem);
  }

  return {
    /** Whether deliveries stay in the inbox. */
    isAway: outage.isDown,
    isCut: connection.isCut,
    /** Why the database cannot be written until a person has changed something; null otherwise. */
    problem: () => connection.problem() ?? (isDamaged ? DAMAGED : null),
    begin,
    probe,
    /** Whether a probe is due. Begins an outage if a person has to change something. */
    mustProbe(): boolean {
      if (!outage.isDown() && connection.problem() !== null) begin();
      return outage.isDown() && outage.mayProbe();
    },
    /** Writes deliveries, and retries for a moment. @throws Unwritable, which begins an outage, or what `work` throws */
    async write<Result>(work: () => Promise<Result>): Promise<Result> {
      try {
        const result = await retryWhileUnavailable(work, outage.retryForMs(), isClosing);
        isDamaged = false;
        return result;
      } catch (error) {
        if (error instanceof Unwritable) begin(error);
        throw error;
      }
    },
    /** Runs a command, which is not retried in an outage: people wait for the answer. @throws as `write` */
    async command<Result>(work: () => Promise<Result>): Promise<Result> {
      await refuseUnlessWritable();
      try {
        const result = await retryWhileUnavailable(work, outage.retryCommandForMs(), isClosing);
        // The command may have written nothing: only a probe shows whether the database can be written again.
        await probe();
        return result;
      } catch (error) {
        if (error instanceof Unwritable) outage.begin(error);
        throw error;
      }
    },
  };
}

/** The connection to a SQLite database in this folder. */
export function localConnection({ problem }: DatabaseFile): Connection {
  return { isLocal: true, isCut: () => problem() !== null, problem, recover: async () => {} };
}
