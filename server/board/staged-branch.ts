import type { Gap } from '../../domain/gap';
import { isSameTable, tableKey } from '../../domain/order-table';
import { posOffset } from '../../domain/pos-offset';
import { isSameRound, type KeptTicket } from '../../domain/ticket';
import {
  type BranchNews,
  type BranchRow,
  type BranchState,
  type LiveOrder,
  type LiveTable,
  recordReceipt,
} from './branch-state';
import { reopenTable, settleOrders, tablesToReopen } from './settled-orders';

export type BranchChange = {
  branch: number;
  previousVersion: number;
  version: number;
  /** Screens must replace their whole board. */
  newEpoch: boolean;
  tickets: KeptTicket[];
  tables: LiveTable[];
};

/**
 * A branch within a transaction. Reads include the staged changes; `apply` moves these to memory after the commit. If the
 * transaction fails, the object is discarded.
 */
export type StagedBranch = ReturnType<typeof stageBranch>;

export function stageBranch(state: BranchState) {
  const orders = new Map<number, LiveOrder>();
  /** The staged orders on each table, by `tableKey`. */
  const ordersOn = new Map<string, Set<number>>();
  /** Tables whose settled orders count in this transaction. */
  const reopened = new Set<string>();
  const tables = new Map<string, LiveTable>();
  const renamedOrders = new Set<number>();
  const replacedOrders = new Map<number, string>();
  const changedTables = new Set<string>();
  const removedTickets: KeptTicket[] = [];
  const removedTables = new Map<string, LiveTable>();
  const gaps: Gap[] = [];
  /** Orders with rows that this transaction writes although they are not in memory. */
  const others = new Set<number>();
  const receipts: { receivedAt: number; at: number }[] = [];
  const nextVersion = state.row.version + 1;
  const row: BranchRow = { ...state.row, revision: state.row.revision + 1, votes: { ...state.row.votes } };
  let leastByMinute: Map<number, number> | null = null;
  let posOffsetMs: number | null = state.posOffsetMs;
  let changed = false;

  function stage(order: LiveOrder): void {
    const before = orders.get(order.key);
    for (const key of tablesToReopen(state, before ?? state.orders.get(order.key), order)) reopened.add(key);
    orders.set(order.key, order);
    if (before && isAtSameTable(before, order)) return;
    if (before?.table) ordersOn.get(tableKey(before.table))?.delete(order.key);
    if (order.table) addTo(ordersOn, tableKey(order.table), order.key);
  }

  /** Computed once, because nothing is staged after the writes have been collected. */
  let changedOnce: KeptTicket[] | null = null;

  function changedTickets(): KeptTicket[] {
    changedOnce ??= ticketsOfThisVersion();
    return changedOnce;
  }

  function ticketsOfThisVersion(): KeptTicket[] {
    const tickets: KeptTicket[] = [];
    for (const order of orders.values())
      for (const ticket of order.tickets) if (ticket.version === nextVersion) tickets.push(ticket);
    return tickets;
  }

  /** The ticket as stored; undefined if its order is not in memory. */
  function storedTicket(ticket: KeptTicket): KeptTicket | undefined {
    return state.orders.get(ticket.orderKey)?.tickets.find((one) => isSameRound(one, ticket));
  }

  return {
    number: state.row.number,
    before: state,
    /** A copy, which may be changed. */
    row,
    nextVersion,
    order: (key: number) => orders.get(key) ?? state.orders.get(key),
    orderKey: (identity: string) => state.orderKeys.get(identity),
    /** Adds a stored order to memory, without writing it. */
    addStoredOrder: stage,
    /** Call for an order about which something is written. */
    noteOrder: (key: number) => others.add(key),
    putOrder(order: LiveOrder, gone: readonly KeptTicket[]) {
      stage(order);
      removedTickets.push(...gone);
    },
    /** Marks an order whose row must be written, because it is new or its names or table changed. */
    renameOrder: (key: number) => renamedOrders.add(key),
    /** F27b: gives a sealed order another identity, because a new order has its own from now on. */
    replaceSealed(order: LiveOrder) {
      const identity = `${order.identity}#${order.key}`;
      replacedOrders.set(order.key, identity);
      others.add(order.key);
      if (state.orders.has(order.key)) stage({ ...order, identity });
    },
    allOrders: () => [...state.orders.values()].filter((order) => !orders.has(order.key)).concat([...orders.values()]),
    /** The orders with a ticket that is not closed, and all staged ones. */
    openOrders: () =>
      [...state.openOrders]
        .flatMap((key) => (orders.has(key) ? [] : (state.orders.get(key) ?? [])))
        .concat([...orders.values()]),
    table: (key: string) => (removedTables.has(key) ? undefined : (tables.get(key) ?? state.tables.get(key))),
    /** Adds a stored table to memory, without writing it. */
    addStoredTable: (table: LiveTable) => tables.set(tableKey(table), table),
    putTable(table: LiveTable) {
      tables.set(tableKey(table), table);
      changedTables.add(tableKey(table));
      removedTables.delete(tableKey(table));
    },
    /** Removes a table. A change cannot express that, so screens get the whole board with a new epoch. */
    dropTable(key: string, epoch: string) {
      const table = tables.get(key) ?? state.tables.get(key);
      if (table) removedTables.set(key, table);
      tables.delete(key);
      changedTables.delete(key);
      this.markChanged();
      this.renewEpoch(epoch);
    },
    /** F21: adds a gap, or ends an existing one. */
    putGap: (gap: Gap) => gaps.push(gap),
    /** F21c: ends a silence at an instant (server time), because a delivery arrived or no course is in progress any more. */
    endSilence(at: number) {
      for (const gap of state.gaps)
        if (gap.to === null && !gaps.some(({ from, cause }) => from === gap.from && cause === gap.cause))
          gaps.push({ ...gap, to: Math.max(gap.from, at) });
    },
    toWrite: () => ({
      replaced: [...replacedOrders].map(([key, identity]) => [identity, key]),
      orders: [...renamedOrders].flatMap((key) => orders.get(key) ?? []),
      tickets: changedTickets().map((ticket) => ({ ticket, stored: storedTicket(ticket) })),
      gone: removedTickets,
      removedTables: [...removedTables.values()],
      tables: [...changedTables].flatMap((key) => tables.get(key) ?? []),
      gaps,
    }),
    /** What other nodes must read again after the commit at `at` (server time). */
    news: (at: number): BranchNews => ({
      at,
      isWhole: row.epoch !== state.row.epoch,
      orders: [...new Set([...others, ...orders.keys()])],
      tables: [...changedTables].flatMap((key) => {
        const table = tables.get(key);
        return table ? [[table.number, table.subNumber] as const] : [];
      }),
      hasGaps: gaps.length > 0,
      receipts: receipts.length > 0 ? [...leastOf(receipts)] : [],
    }),
    allTables: () =>
      [...new Map([...state.tables, ...tables])].flatMap(([key, table]) => (removedTables.has(key) ? [] : table)),
    /** Makes the settled orders of a table count. */
    reopen: (key: string) => void reopened.add(key),
    hasSettled: (key: string) => state.settledOn.has(key) && !reopened.has(key),
    /** The orders on a table that can affect it, by its `tableKey`. */
    ordersAt(key: string): LiveOrder[] {
      const here: LiveOrder[] = [];
      const settled = reopened.has(key) ? state.settledOn.get(key)?.orders : undefined;
      for (const orderKey of [...(settled ?? []), ...(state.ordersOn.get(key) ?? [])]) {
        const order = orders.has(orderKey) ? undefined : state.orders.get(orderKey);
        if (order) here.push(order);
      }
      for (const orderKey of ordersOn.get(key) ?? []) {
        const order = orders.get(orderKey);
        if (order) here.push(order);
      }
      return here;
    },
    recordReceipt(receivedAt: number, at: number) {
      receipts.push({ receivedAt, at });
      leastByMinute ??= new Map(state.leastByMinute);
      recordReceipt(leastByMinute, receivedAt, at);
      posOffsetMs = null;
    },
    posOffsetMs: () => {
      posOffsetMs ??= leastByMinute === null ? state.posOffsetMs : posOffset(leastByMinute);
      return posOffsetMs;
    },
    /** Call for a change that screens show: the commit then has the next version. */
    markChanged() {
      changed = true;
      row.version = nextVersion;
    },
    hasChanged: () => changed,
    renewEpoch(epoch: string) {
      row.epoch = epoch;
    },
    /** Applies the staged changes to memory. Call it after the commit. Returns null if screens show no change. */
    apply(): BranchChange | null {
      for (const key of reopened) reopenTable(state, key);
      for (const order of orders.values()) replaceOrder(state, order);
      for (const key of new Set([...reopened, ...ordersOn.keys()])) settleOrders(state, key);
      for (const [key, table] of tables) state.tables.set(key, table);
      for (const key of removedTables.keys()) state.tables.delete(key);
      for (const { receivedAt, at } of receipts) recordReceipt(state.leastByMinute, receivedAt, at);
      if (receipts.length > 0) state.posOffsetMs = posOffset(state.leastByMinute);
      state.gaps = withGaps(state.gaps, gaps);
      const change: BranchChange = {
        branch: row.number,
        previousVersion: state.row.version,
        version: row.version,
        newEpoch: row.epoch !== state.row.epoch,
        tickets: changedTickets(),
        tables: [...tables.values()].filter((table) => table.version === nextVersion),
      };
      state.row = row;
      return changed ? change : null;
    },
  };
}

function leastOf(receipts: readonly { receivedAt: number; at: number }[]): Map<number, number> {
  const least = new Map<number, number>();
  for (const { receivedAt, at } of receipts) recordReceipt(least, receivedAt, at);
  return least;
}

const MAX_GAPS = 20;

function withGaps(before: readonly Gap[], news: readonly Gap[]): readonly Gap[] {
  if (news.length === 0) return before;
  const isNews = (gap: Gap) => news.some(({ from, cause }) => from === gap.from && cause === gap.cause);
  return [...before.filter((gap) => !isNews(gap)), ...news].slice(-MAX_GAPS);
}

function replaceOrder(state: BranchState, order: LiveOrder): void {
  const before = state.orders.get(order.key);
  if (order.tickets.some(({ closedAt }) => closedAt === null)) state.openOrders.add(order.key);
  else state.openOrders.delete(order.key);
  if (before && isAtSameTable(before, order)) {
    // Deleted first to move it to the end, because boards list orders with the newest fact last.
    state.orders.delete(order.key);
    state.orders.set(order.key, order);
    return;
  }
  removeOrder(state, order.key);
  state.orders.set(order.key, order);
  state.orderKeys.set(order.identity, order.key);
  if (order.table) addTo(state.ordersOn, tableKey(order.table), order.key);
}

function isAtSameTable({ table: a }: LiveOrder, { table: b }: LiveOrder): boolean {
  return a === b || (a !== null && b !== null && isSameTable(a, b));
}

function addTo(ordersOn: Map<string, Set<number>>, table: string, order: number): void {
  const there = ordersOn.get(table);
  if (there) there.add(order);
  else ordersOn.set(table, new Set([order]));
}

/** Removes an order from memory; it stays stored. */
export function evictOrder(state: BranchState, key: number): void {
  removeOrder(state, key);
  state.openOrders.delete(key);
}

function removeOrder(state: BranchState, key: number): void {
  const order = state.orders.get(key);
  if (!order) return;
  state.orders.delete(key);
  state.orderKeys.delete(order.identity);
  if (!order.table) return;
  const at = tableKey(order.table);
  const there = state.ordersOn.get(at);
  there?.delete(key);
  if (there?.size === 0) state.ordersOn.delete(at);
  const settled = state.settledOn.get(at);
  settled?.orders.delete(key);
  if (settled?.orders.size === 0) state.settledOn.delete(at);
}
