import { checkSums, deleteOfOrders, insertRows, upsertRows } from '../sql/copy-statements';
import { parametersOf } from '../sql/statements';
import { type CopyTarget, RowsExist } from '../storage/copy-target';
import { UserError } from '../user-error';
import { OF_ORDERS } from './copied-tables';
import type { CopyState } from './copy-state';
import { type HistoryReader, type HistoryReaderDeps, type OrderRange, openHistory, type Slice } from './read-history';
import { type Row, type Sum, sumOf } from './rows';

export type HistoryDeps = HistoryReaderDeps & {
  target: CopyTarget;
  /** Stores a state. Called in the transaction that leads to it. */
  save: (state: CopyState) => Promise<void>;
  /** The keys of the source until which orders are copied, and compared, in this run. */
  lastOrder: number;
  /** Deliveries without an order are copied only last: nodes of the target show and replay them at once. */
  isLast: boolean;
  /** Called with the number of rows that were copied or compared. */
  onRows: (rows: number) => void;
};

/** Copies and compares orders with all that belongs to them, and deliveries without an order. */
export function historyCopier(deps: HistoryDeps) {
  const history = openHistory(deps);
  const sums = new Map<string, Sum[]>(OF_ORDERS.map((name) => [name, []]));
  const noteSum = (name: string, sum: Sum) => void sums.get(name)?.push(sum);
  const orders = orderCopier(deps, history, noteSum);
  const loose = looseCopier(deps, history, noteSum);
  return {
    /** Copies what was not there at the end of the last run. */
    async copyNew(): Promise<void> {
      await orders.copyNew();
      if (deps.isLast) await loose.copyNew();
    },
    /** Compares all that is copied with the source, and copies again what differs. @throws UserError if it still does */
    async compare(): Promise<void> {
      await orders.compare();
      await loose.compare();
    },
    /** The number of rows that were written. */
    copied: () => orders.copied() + loose.copied(),
    /** The sums of all ranges, by table. */
    sums: (): ReadonlyMap<string, readonly Sum[]> => sums,
  };
}

type NoteSum = (table: string, sum: Sum) => void;

/** Orders, with the rows of other tables that belong to them. */
function orderCopier(deps: HistoryDeps, history: HistoryReader, noteSum: NoteSum) {
  const { target, tables, state, save, lastOrder, onRows } = deps;
  const ofOrders = OF_ORDERS.map((name) => tables[name]);
  let copied = 0;

  async function write({ rows }: Slice): Promise<void> {
    for (const [index, table] of ofOrders.entries()) {
      const some = rows[index] ?? [];
      // A delivery without an order, which is copied already, may have one now.
      const mayExist = table.name === 'Delivery';
      if (some.length > 0) await target.query(mayExist ? upsertRows(table) : insertRows(table), parametersOf(some));
    }
    copied += countOf(rows);
  }

  async function replace(slice: Slice): Promise<void> {
    await target.transaction(async () => {
      for (const table of ofOrders.toReversed()) await target.query(deleteOfOrders(table), bounds(slice));
      await write(slice);
    });
  }

  async function append(slice: Slice): Promise<void> {
    const insert = () =>
      target.transaction(async () => {
        await write(slice);
        await save({ ...state, orders: slice.until });
      });
    try {
      await insert();
    } catch (error) {
      if (!(error instanceof RowsExist)) throw error;
      // An order that is copied already may have given its identity to one of these (F27b).
      await compareUntil(state.orders, () => {});
      await insert();
    }
    state.orders = slice.until;
    onRows(countOf(slice.rows));
  }

  /** Calls back with the sums of each range, by table. */
  async function compareUntil(until: number, onRange: (sums: readonly Sum[]) => void): Promise<void> {
    const statement = checkSums(ofOrders, 'order');
    for (const range of history.ranges(0, until)) {
      const found = target.query<Sum & { name: string }>(statement, bounds(range));
      const slice = history.read(range);
      const own = slice.rows.map(sumOf);
      const isEqual = (stored: readonly (Sum & { name: string })[]) => {
        const storedOf = new Map(stored.map((one) => [one.name, one]));
        return ofOrders.every(({ name }, index) => isSame(own[index], storedOf.get(name)));
      };
      if (!isEqual(await found)) {
        await replace(slice);
        if (!isEqual(await target.query(statement, bounds(range)))) throw differs(target.name);
      }
      onRange(own);
    }
  }

  return {
    /** The next rows are read while PostgreSQL stores the last ones. */
    async copyNew(): Promise<void> {
      let writing = Promise.resolve();
      for (const range of history.ranges(state.orders, lastOrder)) {
        const next = history.read(range);
        await writing;
        writing = append(next);
      }
      await writing;
    },
    compare: () =>
      compareUntil(lastOrder, (own) => {
        for (const [index, { name }] of ofOrders.entries()) noteSum(name, own[index] as Sum);
        onRows(own.reduce((rows, { count }) => rows + count, 0));
      }),
    copied: () => copied,
  };
}

/** Deliveries without an order. */
function looseCopier(deps: HistoryDeps, history: HistoryReader, noteSum: NoteSum) {
  const { target, tables, state, save, onRows } = deps;
  let copied = 0;

  async function upsert(rows: Row[]): Promise<void> {
    await target.query(upsertRows(tables.Delivery), parametersOf(rows));
    copied += rows.length;
  }

  return {
    async copyNew(): Promise<void> {
      for (;;) {
        const { rows, last } = history.readLoose(state.loose);
        if (rows.length === 0) return;
        await target.transaction(async () => {
          await upsert(rows);
          await save({ ...state, loose: last });
        });
        state.loose = last;
        onRows(rows.length);
      }
    },
    async compare(): Promise<void> {
      const statement = checkSums([tables.Delivery], 'key');
      const idAt = Object.keys(tables.Delivery.columns).indexOf('id');
      for (let after = 0; after < state.loose; ) {
        const { rows, last } = history.readLoose(after);
        if (rows.length === 0) return;
        const sorted = rows.toSorted((a, b) => (String(a[idAt]) < String(b[idAt]) ? -1 : 1));
        const own = sumOf(sorted);
        const ids = [JSON.stringify(sorted.map((row) => [row[idAt]]))];
        if (!isSame(own, (await target.query<Sum>(statement, ids))[0])) {
          await upsert(rows);
          if (!isSame(own, (await target.query<Sum>(statement, ids))[0])) throw differs(target.name);
        }
        noteSum('Delivery', own);
        onRows(rows.length);
        after = last;
      }
    },
    copied: () => copied,
  };
}

function bounds({ after, until, offset }: OrderRange): [number, number] {
  return [after + offset, until + offset];
}

function countOf(rows: readonly Row[][]): number {
  return rows.reduce((sum, some) => sum + some.length, 0);
}

function isSame(one: Sum | undefined, other: Sum | undefined): boolean {
  return one?.count === other?.count && one?.sum === other?.sum;
}

function differs(name: string): UserError {
  return new UserError(
    `rows in ${name} differ from those that were just copied: something else writes to them, or a disk is faulty`,
  );
}
