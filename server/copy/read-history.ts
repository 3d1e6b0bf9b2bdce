import { looseDeliveries, sourceRowsOfOrders } from '../sql/copy-statements';
import type { CopySource } from '../storage/copy-source';
import { type CopiedTables, OF_ORDERS } from './copied-tables';
import type { CopyState } from './copy-state';
import { keyChanges } from './key-changes';
import { type Row, rowsForTarget } from './rows';

/** Orders, and deliveries without one, in one transaction: some megabytes. */
export const ORDERS_AT_ONCE = 500;
const LOOSE_AT_ONCE = 1_000;

/** Orders by their keys in the source, which are `offset` higher in the target: those after `after`, until `until`. */
export type OrderRange = { after: number; until: number; offset: number };

/** The rows of a range of orders, by table in the order of `OF_ORDERS`, with the keys of the target. */
export type Slice = OrderRange & { rows: Row[][] };

/** Reads what is copied from the source. */
export type HistoryReader = {
  /** Ranges of orders after a key of the source, up to another, for one transaction each. */
  ranges: (from: number, last: number) => Iterable<OrderRange>;
  read: (range: OrderRange) => Slice;
  /** The next deliveries without an order after a key, and the key of the last one. */
  readLoose: (after: number) => { rows: Row[]; last: number };
};

export type HistoryReaderDeps = {
  source: CopySource;
  tables: CopiedTables;
  state: CopyState;
  /** The branches that the target has of other restaurants. */
  others: readonly number[];
};

export function openHistory({ source, tables, state, others }: HistoryReaderDeps): HistoryReader {
  const othersText = JSON.stringify(others);
  const changes = keyChanges(state);
  /** Later ones have no key in the target yet. */
  const lastNote = state.keys['ScreenNote']?.at(-1)?.until ?? 0;
  return {
    *ranges(from, last) {
      for (const range of state.keys['Order'] ?? []) {
        const end = Math.min(range.until, last);
        for (let after = Math.max(from, range.after); after < end; after += ORDERS_AT_ONCE)
          yield { after, until: Math.min(after + ORDERS_AT_ONCE, end), offset: range.offset };
      }
    },
    read(range) {
      const rows = source.atOnce(() =>
        OF_ORDERS.map((name) => {
          const own = name === 'Order' ? [othersText] : name === 'ScreenNote' ? [lastNote] : [];
          const found = source.rows(sourceRowsOfOrders(tables[name]), range.after, range.until, ...own);
          return rowsForTarget(tables[name], found, changes[name] ?? {});
        }),
      );
      return { ...range, rows };
    },
    readLoose(after) {
      const found = source.rows(looseDeliveries(tables.Delivery), othersText, after, LOOSE_AT_ONCE);
      const rows = found.map(([, ...row]) => row);
      return { rows: rowsForTarget(tables.Delivery, rows, {}), last: Number(found.at(-1)?.[0] ?? after) };
    },
  };
}
