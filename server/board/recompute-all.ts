import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings-in-force';
import { recomputeOrder, recomputeTable } from './recompute';
import type { StagedBranch } from './staged-branch';

/**
 * Makes everything on the board news: limits or the unit of times have changed, and with them what every ticket says.
 * What closes a ticket is looked at again too.
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
    // Of a free table whose orders have left memory nobody could tell since when it is free: it stays as it is.
    if (staged.ordersAt(tableKey(table)).length > 0) recomputeTable(staged, table, table.newsAt, settings, now);
  }
}
