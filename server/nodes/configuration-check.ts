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
};

const WAIT_MS = 1_000;

/**
 * Returns a function that resolves to whether memory has the subscriptions and settings that were stored before its call,
 * and reads them first if necessary; false if that takes long. One check runs at a time, because anybody may send very
 * many unknown signatures.
 */
export function createConfigurationCheck({ database, configuration, queue, follow }: ConfigurationCheckDeps) {
  let running: Promise<boolean> = Promise.resolve(true);
  let isSlow = false;
  /** The check of everybody who asked since `running` began. */
  let next: Promise<boolean> | null = null;

  async function check(): Promise<boolean> {
    const slow = setTimeout(() => {
      isSlow = true;
    }, WAIT_MS).unref();
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
    return Promise.race([next, wait(WAIT_MS, false, { ref: false })]);
  };
}
