import type { Sql } from '../storage/database';
import type { BoardCommand, BoardQueue } from './stages';

export type ConfigChangeDeps = {
  queue: BoardQueue;
  /** Keeps other nodes from changing the configuration until the end of the transaction, and reads what they changed. */
  lockConfig: (sql: Sql) => Promise<void>;
  /** Reads the configuration again, in the transaction that changed it. Call the result after the commit. */
  reload: (sql: Sql) => Promise<() => void>;
};

/**
 * Changes subscriptions, screens, managers, settings or branches in one commit. Memory is updated after it, before any
 * screen is notified.
 */
export function applyConfigChange<Result>(
  { queue, lockConfig, reload }: ConfigChangeDeps,
  change: BoardCommand<Result>,
): Promise<Result> {
  return queue.run(async (sql, stages) => {
    await lockConfig(sql);
    stages.markConfigChanged();
    const changed = await change(sql, stages);
    stages.onCommit(await reload(sql));
    return changed;
  });
}
