import { tableKey } from '../../domain/order-table';
import type { BranchState, LiveTable } from './branch-state';

/** The tables of a branch within a transaction, by `tableKey`. Reads include the staged ones. */
export class StagedTables {
  readonly #state: BranchState;
  readonly #staged = new Map<string, LiveTable>();
  readonly #changed = new Set<string>();
  readonly #removed = new Map<string, LiveTable>();

  constructor(state: BranchState) {
    this.#state = state;
  }

  get(key: string): LiveTable | undefined {
    return this.#removed.has(key) ? undefined : (this.#staged.get(key) ?? this.#state.tables.get(key));
  }

  all(): LiveTable[] {
    const tables = new Map([...this.#state.tables, ...this.#staged]);
    return [...tables].flatMap(([key, table]) => (this.#removed.has(key) ? [] : table));
  }

  /** Adds a stored table to memory, without writing it. */
  addStored(table: LiveTable): void {
    this.#staged.set(tableKey(table), table);
  }

  put(table: LiveTable): void {
    const key = tableKey(table);
    this.#staged.set(key, table);
    this.#changed.add(key);
    this.#removed.delete(key);
  }

  remove(key: string): void {
    const table = this.#staged.get(key) ?? this.#state.tables.get(key);
    if (table) this.#removed.set(key, table);
    this.#staged.delete(key);
    this.#changed.delete(key);
  }

  changed(): LiveTable[] {
    return [...this.#changed].flatMap((key) => this.#staged.get(key) ?? []);
  }

  removed(): LiveTable[] {
    return [...this.#removed.values()];
  }

  ofVersion(version: number): LiveTable[] {
    return [...this.#staged.values()].filter((table) => table.version === version);
  }

  /** Moves the staged tables to memory. */
  apply(): void {
    for (const [key, table] of this.#staged) this.#state.tables.set(key, table);
    for (const key of this.#removed.keys()) this.#state.tables.delete(key);
  }
}
