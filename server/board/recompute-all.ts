import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings-in-force';
import { recomputeOrder, recomputeTable } from './recompute';
import type { StagedBranch } from './staged-branch';

/**
 * Computes every ticket and table of a branch again and gives each the next version: limits or the unit of times have
 * changed, which changes what every ticket shows, and perhaps whether it is closed.
 */
export function recomputeAll(staged: StagedBranch, settings: Settings, now: number): void {
  staged.markChanged();
  for (const order of staged.allOrders()) {
    recomputeOrder(staged, order, order, settings, now);
    const settled = staged.order(order.key);
    if (settled)
      staged.putOrder(
        { ...settled, tickets: settled.tickets.map((ticket) => ({ ...ticket, version: staged.nextVersion })) },
        [],
      );
  }
  for (const table of staged.allTables()) {
    // Without orders in memory, the time since which a table is free is unknown: leave such a table as it is.
    if (staged.ordersAt(tableKey(table)).length > 0) recomputeTable(staged, table, table.newsAt, settings, now);
  }
}
