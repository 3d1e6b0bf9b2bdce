import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings-in-force';
import { recomputeOrder, recomputeTable } from './recompute';
import type { StagedBranch } from './staged-branch';

/**
 * Recomputes every ticket and table of a branch, and gives each the next version, because limits or the unit of times
 * affect all of them. `now` is POS time.
 */
export function recomputeAll(staged: StagedBranch, settings: Settings, now: number): void {
  staged.markChanged();
  for (const order of staged.orders.all()) {
    recomputeOrder(staged, order, order, settings, now);
    const recomputed = staged.orders.get(order.key);
    if (recomputed)
      staged.orders.put(
        { ...recomputed, tickets: recomputed.tickets.map((ticket) => ({ ...ticket, version: staged.nextVersion })) },
        [],
      );
  }
  for (const table of staged.tables.all()) {
    // Without its orders in memory a table cannot be recomputed. It is free then, and does not change.
    if (staged.orders.at(tableKey(table)).length > 0) recomputeTable(staged, table, table.newsAt, settings, now);
  }
}
