import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log';
import { failureOf, isLockedElsewhere, shortOf, Unwritable } from '../storage/failure';

/** How long writes to a locked or full database are retried before deliveries stay in the inbox. */
const WRITE_RETRY_MS = 1_000;
/** The same for a lock of another node on PostgreSQL, which keeps one for five seconds at most if that node hangs. */
const LOCK_RETRY_MS = 6_000;
const RETRY_MS = 20;
/** How often a database that could not be written is tried again. */
export const PROBE_MS = 250;
/** A full disk still takes small writes now and then: after an outage, failures are not retried for this long. */
const TRUST_AFTER_MS = 10_000;

/** Knows whether the database can be written, and since when it could not. */
export type DatabaseOutage = {
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
export function createDatabaseOutage(log: Pick<Log, 'warn'>, mayRetry: boolean): DatabaseOutage {
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
export async function retryWhileUnavailable<Result>(
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
      await wait(RETRY_MS);
    }
  }
}
