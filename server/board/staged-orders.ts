import { tableKey } from '../../domain/order-table';
import { isSameRound, type KeptTicket } from '../../domain/ticket';
import type { BranchState, LiveOrder } from './branch-state';
import { addTo, isAtSameTable, replaceOrder } from './order-index';
import { reopenTable, settleOrders, tablesToReopen } from './settled-orders';

/** The orders of a branch within a transaction. Reads include the staged ones. */
export class StagedOrders {
  readonly #state: BranchState;
  readonly #nextVersion: number;
  readonly #staged = new Map<number, LiveOrder>();
  /** The staged orders on each table, by `tableKey`. */
  readonly #stagedOn = new Map<string, Set<number>>();
  /** Tables whose settled orders count in this transaction. */
  readonly #reopened = new Set<string>();
  readonly #renamed = new Set<number>();
  /** The new identities of sealed orders, by key. */
  readonly #replaced = new Map<number, string>();
  readonly #removedTickets: KeptTicket[] = [];
  /** Orders with rows that this transaction writes although they may not be in memory. */
  readonly #touched = new Set<number>();
  #changedTickets: KeptTicket[] | null = null;

  constructor(state: BranchState, nextVersion: number) {
    this.#state = state;
    this.#nextVersion = nextVersion;
  }

  get(key: number): LiveOrder | undefined {
    return this.#staged.get(key) ?? this.#state.orders.get(key);
  }

  keyOf(identity: string): number | undefined {
    return this.#state.orderKeys.get(identity);
  }

  all(): LiveOrder[] {
    return [...this.#state.orders.values()].filter(({ key }) => !this.#staged.has(key)).concat(this.#stagedOrders());
  }

  /** The orders with a ticket that is not closed, and all staged ones. */
  open(): LiveOrder[] {
    return [...this.#state.openOrders]
      .flatMap((key) => (this.#staged.has(key) ? [] : (this.#state.orders.get(key) ?? [])))
      .concat(this.#stagedOrders());
  }

  /** The orders on a table that can affect it, by its `tableKey`. */
  at(table: string): LiveOrder[] {
    const { orders, settledOn, ordersOn } = this.#state;
    const here: LiveOrder[] = [];
    const settled = this.#reopened.has(table) ? settledOn.get(table)?.orders : undefined;
    for (const key of [...(settled ?? []), ...(ordersOn.get(table) ?? [])]) {
      const order = this.#staged.has(key) ? undefined : orders.get(key);
      if (order) here.push(order);
    }
    for (const key of this.#stagedOn.get(table) ?? []) {
      const order = this.#staged.get(key);
      if (order) here.push(order);
    }
    return here;
  }

  /** Adds a stored order to memory, without writing it. */
  addStored(order: LiveOrder): void {
    const before = this.#staged.get(order.key);
    for (const table of tablesToReopen(this.#state, before ?? this.#state.orders.get(order.key), order))
      this.#reopened.add(table);
    this.#staged.set(order.key, order);
    if (before && isAtSameTable(before, order)) return;
    if (before?.table) this.#stagedOn.get(tableKey(before.table))?.delete(order.key);
    if (order.table) addTo(this.#stagedOn, tableKey(order.table), order.key);
  }

  /** Stages an order whose tickets of the next version are written; `removedTickets` are deleted. */
  put(order: LiveOrder, removedTickets: readonly KeptTicket[]): void {
    this.addStored(order);
    this.#removedTickets.push(...removedTickets);
  }

  /** Marks an order whose row must be written, because it is new or its names or table changed. */
  markRenamed(key: number): void {
    this.#renamed.add(key);
  }

  /** Call for an order about which something is written, so that other nodes read it again. */
  markTouched(key: number): void {
    this.#touched.add(key);
  }

  /** F27b: gives a sealed order another identity, because a new order has its own from now on. */
  replaceSealed(order: LiveOrder): void {
    const identity = `${order.identity}#${order.key}`;
    this.#replaced.set(order.key, identity);
    this.#touched.add(order.key);
    if (this.#state.orders.has(order.key)) this.addStored({ ...order, identity });
  }

  hasSettledAt(table: string): boolean {
    return this.#state.settledOn.has(table) && !this.#reopened.has(table);
  }

  /** Makes the settled orders of a table count. */
  reopenTable(table: string): void {
    this.#reopened.add(table);
  }

  /** The tickets of the next version. Computed once, because nothing is staged after the writes have been collected. */
  changedTickets(): KeptTicket[] {
    this.#changedTickets ??= this.#stagedOrders().flatMap(({ tickets }) =>
      tickets.filter(({ version }) => version === this.#nextVersion),
    );
    return this.#changedTickets;
  }

  toWrite() {
    return {
      replaced: [...this.#replaced].map(([key, identity]) => [identity, key]),
      orders: [...this.#renamed].flatMap((key) => this.#staged.get(key) ?? []),
      tickets: this.changedTickets().map((ticket) => ({ ticket, stored: this.#storedTicket(ticket) })),
      removedTickets: this.#removedTickets,
    };
  }

  /** Keys of the orders that other nodes must read again. */
  keysOfNews(): number[] {
    return [...new Set([...this.#touched, ...this.#staged.keys()])];
  }

  /** Moves the staged orders to memory. */
  apply(): void {
    for (const table of this.#reopened) reopenTable(this.#state, table);
    for (const order of this.#staged.values()) replaceOrder(this.#state, order);
    for (const table of new Set([...this.#reopened, ...this.#stagedOn.keys()])) settleOrders(this.#state, table);
  }

  #stagedOrders(): LiveOrder[] {
    return [...this.#staged.values()];
  }

  /** The ticket as stored; undefined if its order is not in memory. */
  #storedTicket(ticket: KeptTicket): KeptTicket | undefined {
    return this.#state.orders.get(ticket.orderKey)?.tickets.find((one) => isSameRound(one, ticket));
  }
}
