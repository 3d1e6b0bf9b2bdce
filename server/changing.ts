import type { Command } from './board/committer';
import type { Core } from './core';

/**
 * A change of subscriptions, screens, people, settings or branches: all of it in one commit, and in memory after that,
 * before any screen is told.
 */
export function changing<Result>(core: Core, change: Command<Result>): Promise<Result> {
  return core.queue.run(async (sql, stages) => {
    const changed = await change(sql, stages);
    stages.alsoApply(await core.reload(sql));
    return changed;
  });
}
