import { tableKey } from '../../domain/order-table';
import { changedAfter } from '../../domain/ticket';
import { CLOSED_BY_TIME_AFTER } from '../sql/load-statements';
import type { Statements } from '../sql/statements';
import type { LiveTable } from './branch-state';
import { addAbsentOrders, loadNeighbours, NO_COURSE, type OrderAt } from './load-tables';
import { branchNow, recomputeOrder, recomputePresumed, recomputeTable } from './recompute';
import type { StagedBranch } from './staged-branch';
import type { BoardDeps, Stages } from './stages';

const OPEN = 'TABLE-STATUS-OPEN';

/**
 * F9, F23: where the offset of the POS's clock has grown, a branch's now is earlier than it was. Recomputes the tickets and
 * tables that changed by time after it, also those that have left memory, so that they are as of now again.
 */
export async function recomputeEarlierNow(
  sql: Statements,
  stages: Stages,
  { settings, now }: BoardDeps,
): Promise<void> {
  const branches = stages
    .all()
    .filter(({ posClock, before }) => posClock.offsetMs() > before.posOffsetMs)
    .map((staged) => ({ staged, at: branchNow(staged, now()) }));
  if (branches.length === 0) return;
  await loadClosedAfter(sql, branches);
  await recomputeAsOf(sql, branches, settings);
}

/** A branch, and its now (POS time). */
type BranchAt = { staged: StagedBranch; at: number };

/** Locks branches. Resolves to those that no other node has removed, as of `now` (server time) when they are locked. */
export async function lockAsOf(
  sql: Statements,
  stages: Stages,
  boards: { branch: (number: number) => unknown },
  numbers: readonly number[],
  now: () => number,
): Promise<BranchAt[]> {
  const locked = (await stages.lock(sql, numbers)).filter((number) => boards.branch(number));
  return locked.map((number) => {
    const staged = stages.of(number);
    return { staged, at: branchNow(staged, now()) };
  });
}

/** Recomputes the tickets in memory that changed by time after now, and the tables. */
export async function recomputeAsOf(
  sql: Statements,
  branches: readonly BranchAt[],
  settings: BoardDeps['settings'],
): Promise<void> {
  const recomputed = branches.map(({ staged, at }) => {
    const orders = staged.orders.all().filter(({ tickets }) => tickets.some((ticket) => changedAfter(ticket, at)));
    for (const order of orders) recomputeOrder(staged, order, order, settings, at);
    const keys = new Set(orders.flatMap(({ table }) => (table ? tableKey(table) : [])));
    // From an occupied table a party may have left since, which does not change its status.
    const isAffected = (table: LiveTable) =>
      table.view.status !== OPEN || (table.view.since ?? 0) > at || keys.has(tableKey(table));
    return { staged, at, keys, tables: staged.tables.all().filter(isAffected) };
  });
  // The orders of a table that is not free are in memory.
  const places = recomputed.flatMap(({ staged, at, keys, tables }) =>
    tables.flatMap((place) =>
      place.view.status === OPEN || keys.has(tableKey(place))
        ? { staged, place, from: Math.min(at, place.view.since ?? at) }
        : [],
    ),
  );
  await loadNeighbours(sql, places, settings);
  for (const { staged, at, tables } of recomputed)
    for (const table of tables) {
      recomputePresumed(staged, tableKey(table), settings, at);
      recomputeTable(staged, table, table.newsAt, settings, at);
    }
}

/** Loads the orders that Heatlamp has closed, and that would be open with these settings, and the others at their tables. */
export async function loadReopened(
  sql: Statements,
  branches: readonly BranchAt[],
  settings: BoardDeps['settings'],
): Promise<void> {
  const autoCloseMs = ({ number }: StagedBranch) => settings.limitsOf(number, NO_COURSE).autoCloseMs;
  await loadClosedAfter(
    sql,
    branches.map(({ staged, at }) => ({ staged, at: at - autoCloseMs(staged) })),
  );
  // A free table whose orders have left memory got some of them back: it is computed from all that were there.
  const places = branches.flatMap(({ staged, at }) =>
    staged.tables
      .all()
      .filter((table) => table.view.status === OPEN && staged.orders.at(tableKey(table)).length > 0)
      .map((place) => ({ staged, place, from: Math.min(at, place.view.since ?? at) })),
  );
  await loadNeighbours(sql, places, settings);
}

/** Loads the orders with a ticket that Heatlamp closed after an instant (POS time), unless they are in memory. */
async function loadClosedAfter(sql: Statements, branches: readonly BranchAt[]): Promise<void> {
  const rows = await sql.$queryRawUnsafe<OrderAt[]>(
    CLOSED_BY_TIME_AFTER,
    JSON.stringify(branches.map(({ staged, at }) => [staged.number, at])),
  );
  await addAbsentOrders(sql, rows, branches);
}
