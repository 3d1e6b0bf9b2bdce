import { setTimeout as wait } from 'node:timers/promises';
import type { Configuration } from '../configuration';
import type { WriteQueue } from '../intake/write-queue';
import type { Statements } from '../sql/statements';

export type ConfigurationCheckDeps = {
  database: Statements;
  configuration: Pick<Configuration, 'isCurrent'>;
  queue: Pick<WriteQueue<never>, 'state'>;
  /** Reads what other nodes have changed. */
  follow: () => Promise<void>;
  /** How long a check may take, in ms. */
  checkWithinMs?: number | undefined;
};

/** The POS waits meanwhile. */
export const CHECK_WITHIN_MS = 1_000;

/**
 * Returns a function that resolves to whether memory has the subscriptions and settings that were stored before its call,
 * and reads them first if necessary; false if that takes long. One check runs at a time, because anybody may send very
 * many unknown signatures.
 */
export function createConfigurationCheck(deps: ConfigurationCheckDeps) {
  const { database, configuration, queue, follow, checkWithinMs = CHECK_WITHIN_MS } = deps;
  let running: Promise<boolean> = Promise.resolve(true);
  let isSlow = false;
  /** The check of everybody who asked since `running` began. */
  let next: Promise<boolean> | null = null;

  async function check(): Promise<boolean> {
    const slow = setTimeout(() => {
      isSlow = true;
    }, checkWithinMs).unref();
    try {
      if (!(await configuration.isCurrent(database))) await follow();
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(slow);
      isSlow = false;
    }
  }

  return async (): Promise<boolean> => {
    if (isSlow || queue.state().isAway) return false;
    next ??= running.then(() => {
      next = null;
      running = check();
      return running;
    });
    return Promise.race([next, wait(checkWithinMs, false, { ref: false })]);
  };
}
