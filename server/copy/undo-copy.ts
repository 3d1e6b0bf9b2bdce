import { countOfOrders, DELETE_LOOSE, DELIVERIES_UNTIL, deleteOfOrders, FORGET_COPY } from '../sql/copy-statements';
import type { CopySource } from '../storage/copy-source';
import type { CopyTarget } from '../storage/copy-target';
import { UserError } from '../user-error';
import { OF_ORDERS, readTables } from './copied-tables';
import { branchesOf, type CopyOptions, idOf, withCopy } from './copy-restaurant';
import { type CopyState, readState, saveState } from './copy-state';
import { createMeter } from './progress';
import { ORDERS_AT_ONCE } from './read-history';
import { describeSharedBranches, readTargetUse } from './target-use';

export type UndoneCopy = {
  /** The target, as messages call it. */
  to: string;
  /** Rows that this run removed. */
  removed: number;
};

/** Each is looked up by its id. */
const DELIVERIES_AT_ONCE = 5_000;

/**
 * Removes what a copy that is not finished added to PostgreSQL: backwards, so that what is left is always a copy that can
 * also go on. @throws UserError
 */
export function undoCopy(options: Omit<CopyOptions, 'keys' | 'isLast' | 'onFinishing'>): Promise<UndoneCopy> {
  return withCopy(options, (source, target) => removeFrom(source, target, options));
}

async function removeFrom(
  source: CopySource,
  target: CopyTarget,
  { now, onProgress, onFinished }: Pick<CopyOptions, 'now' | 'onProgress' | 'onFinished'>,
): Promise<UndoneCopy> {
  const id = idOf(source);
  const { state, finishedAt } = await readState(target, id);
  if (finishedAt !== null) {
    await onFinished(target.name, finishedAt);
    throw alreadyInUse(target.name, finishedAt);
  }
  await refuseVisible(source, target);
  // What refers to an order goes before it.
  const tables = await readTables(target);
  const ofOrders = OF_ORDERS.map((name) => tables[name]).reverse();
  const meter = createMeter(onProgress);
  let removed = 0;

  const count = async (statement: string, values: unknown[]) =>
    (await target.query<{ count: number }>(statement, values))[0]?.count ?? 0;

  /** Removes some rows, and stores what is left. Resolves to their number. */
  async function remove(
    deletions: readonly [statement: string, values: unknown[]][],
    left: CopyState,
  ): Promise<number> {
    const rows = await target.transaction(async () => {
      let gone = 0;
      for (const [statement, values] of deletions) gone += await count(statement, values);
      await saveState(target, id, left, now());
      return gone;
    });
    Object.assign(state, left);
    removed += rows;
    return rows;
  }

  while (state.loose > 0) {
    const some = source.rows(DELIVERIES_UNTIL, state.loose, DELIVERIES_AT_ONCE);
    const loose = Number(some.at(-1)?.[0] ?? 1) - 1;
    await remove([[DELETE_LOOSE, [JSON.stringify(some.map(([, one]) => one))]]], { ...state, loose });
  }

  let all = 0;
  for (const { after, until, offset } of copiedRanges(state))
    for (const table of ofOrders) all += await count(countOfOrders(table), [after + offset, until + offset]);
  meter.begin('removing', 0, all);
  for (const { after, until, offset } of copiedRanges(state))
    for (let last = until; last > after; last -= ORDERS_AT_ONCE) {
      const orders = Math.max(after, last - ORDERS_AT_ONCE);
      const values = [orders + offset, last + offset];
      meter.add(
        await remove(
          ofOrders.map((table) => [deleteOfOrders(table), values]),
          { ...state, orders },
        ),
      );
    }
  await target.transaction(async () => {
    await target.query('SET LOCAL synchronous_commit = on');
    await target.query(FORGET_COPY, [id]);
  });
  return { to: target.name, removed };
}

/** The ranges of orders that are copied, the last one first. */
function copiedRanges({ keys, orders }: CopyState) {
  const ranges = (keys['Order'] ?? []).map((range) => ({ ...range, until: Math.min(range.until, orders) }));
  return ranges.filter(({ after, until }) => after < until).reverse();
}

function alreadyInUse(name: string, finishedAt: number): UserError {
  const day = new Date(finishedAt).toISOString().slice(0, 10);
  return new UserError(
    `this restaurant is in use in ${name} since ${day}, so its copy cannot be undone any more: restore a backup of that database from before, or start Heatlamp with DATABASE_URL`,
  );
}

/** Nodes have in memory what is copied for a branch that they got meanwhile. @throws UserError */
async function refuseVisible(source: CopySource, target: CopyTarget): Promise<void> {
  const shared = describeSharedBranches(branchesOf(source), (await readTargetUse(target)).branches);
  if (shared !== null && (await target.hasNodes()))
    throw new UserError(
      `${target.name} has ${shared} itself now, and its nodes may show there what was copied: stop its nodes, and run this again`,
    );
}
