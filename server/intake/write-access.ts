import type { Log } from '../log';
import { DAMAGED, isDamage } from '../storage/damage';
import { Unwritable } from '../storage/failure';
import { createDatabaseOutage, retryWhileUnavailable } from './database-outage';

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

export type WriteAccessDeps = {
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
