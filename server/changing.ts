import type { Command } from './board/committer';
import type { Core } from './core';

/** A change of subscriptions, screens, settings or branches: all of it in one commit, and in memory after that. */
export async function changing<Result>(core: Core, change: Command<Result>): Promise<Result> {
  let apply = () => {};
  const result = await core.queue.run(async (sql, stages) => {
    const changed = await change(sql, stages);
    apply = await core.reload(sql);
    return changed;
  });
  apply();
  return result;
}
