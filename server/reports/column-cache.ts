import { groupBy } from '../../lib/group';
import { type BranchReading, branchReadings } from '../sql/branch-readings';
import { LAST_ORDER_KEY } from '../sql/load-statements';
import { CHANGED_ORDERS, COURSES_OF_KEYS, COURSES_OF_ORDERS, ORDERS_OF_BRANCH } from '../sql/report-statements';
import type { Source } from '../sql/statements';
import { BranchColumns } from './columns';
import { type Dictionaries, newDictionaries } from './dictionaries';
import { type ReportRow, reportRows } from './report-row';

/** The stored courses of all branches as columns, and the settings of each branch. */
export type CachedColumns = {
  branches: ReadonlyMap<number, BranchColumns>;
  readings: ReadonlyMap<number, BranchReading>;
  dictionaries: Dictionaries;
};

type CachedBranch = { columns: BranchColumns; version: number; epoch: string };

/** Orders per chunk: about 10 ms, in which no other request is answered. */
const CHUNK_ORDERS = 1_000;
/** Beyond this number of changed orders, reading the whole branch is as fast. */
const MAX_CHANGED_ORDERS = 20_000;

const caches = new WeakMap<Source, () => Promise<CachedColumns>>();

/**
 * The current columns of a database. They are stable only until the next macrotask: use them synchronously, and call
 * again next time. The first call reads everything; other requests are answered meanwhile.
 */
export function currentColumns(source: Source): Promise<CachedColumns> {
  const cached = caches.get(source) ?? createCache(source);
  caches.set(source, cached);
  return cached();
}

function createCache(source: Source): () => Promise<CachedColumns> {
  const cache = new Map<number, CachedBranch>();
  const dictionaries = newDictionaries();
  let last: Promise<unknown> = Promise.resolve();

  /** Reads branches into new columns. The present ones stay in use until all are complete. */
  async function load(outdated: readonly BranchReading[]): Promise<void> {
    const loaded = outdated.map((branch) => ({ branch, columns: new BranchColumns(branch, dictionaries) }));
    if (cache.size === 0) {
      const columnsOf = new Map(loaded.map(({ branch, columns }) => [branch.number, columns]));
      for await (const rows of everyCourse())
        for (const [branch, ofBranch] of groupBy(rows, (row) => row.branch)) columnsOf.get(branch)?.append(ofBranch);
    } else
      for (const { branch, columns } of loaded) for await (const rows of coursesOf(branch.number)) columns.append(rows);
    for (const { branch, columns } of loaded) {
      columns.markAll();
      await yieldToOthers();
      cache.set(branch.number, { columns, version: branch.version, epoch: branch.epoch });
    }
  }

  async function* everyCourse(): AsyncGenerator<ReportRow[]> {
    const [end] = await source.$queryRawUnsafe<{ key: number | null }[]>(LAST_ORDER_KEY);
    for (let from = 0; from < (end?.key ?? 0); from += CHUNK_ORDERS) {
      yield reportRows(await source.$queryRawUnsafe(COURSES_OF_KEYS, from, from + CHUNK_ORDERS));
      await yieldToOthers();
    }
  }

  async function* coursesOf(branch: number): AsyncGenerator<ReportRow[]> {
    const orders = await source.$queryRawUnsafe<{ key: number }[]>(ORDERS_OF_BRANCH, branch);
    for (let from = 0; from < orders.length; from += CHUNK_ORDERS) {
      const keys = orders.slice(from, from + CHUNK_ORDERS).map(({ key }) => key);
      yield reportRows(await source.$queryRawUnsafe(COURSES_OF_ORDERS, JSON.stringify(keys)));
      await yieldToOthers();
    }
  }

  async function update(): Promise<CachedColumns> {
    for (;;) {
      const readings = await branchReadings(source);
      // Rows may be newer than this version, never older: changes after it are read again next time.
      const changed = new Map<number, number[]>();
      const outdated: BranchReading[] = [];
      for (const branch of readings.values()) {
        const known = cache.get(branch.number);
        const orders = known && (await changedOrders(known, branch));
        if (orders) changed.set(branch.number, orders);
        else outdated.push(branch);
      }
      if (outdated.length > 0) {
        await load(outdated);
        continue;
      }
      for (const branch of readings.values()) await bringUpToDate(branch, changed.get(branch.number) ?? []);
      return {
        branches: new Map([...cache].map(([number, { columns }]) => [number, columns])),
        readings,
        dictionaries,
      };
    }
  }

  /** Null if the whole branch must be read again. */
  async function changedOrders(
    known: CachedBranch,
    { number, version, epoch }: BranchReading,
  ): Promise<number[] | null> {
    if (epoch !== known.epoch || version < known.version) return null;
    if (version === known.version) return [];
    const rows = await source.$queryRawUnsafe<{ orderKey: number }[]>(CHANGED_ORDERS, number, known.version);
    return rows.length > MAX_CHANGED_ORDERS ? null : rows.map((row) => row.orderKey);
  }

  async function bringUpToDate(branch: BranchReading, orders: readonly number[]): Promise<void> {
    const known = cache.get(branch.number);
    if (!known) return;
    const rows: ReportRow[] = [];
    for (let from = 0; from < orders.length; from += CHUNK_ORDERS) {
      const keys = JSON.stringify(orders.slice(from, from + CHUNK_ORDERS));
      rows.push(...reportRows(await source.$queryRawUnsafe(COURSES_OF_ORDERS, keys)));
    }
    known.columns.setCalendar(branch);
    known.columns.replace(orders, rows);
    known.version = branch.version;
  }

  return () => {
    const updated = last.then(update);
    last = updated.catch(() => {});
    return updated;
  };
}

/** Lets other queries run. SQLite answers synchronously, so awaiting its result does not yield to the event loop. */
const yieldToOthers = () => new Promise<void>((resolve) => setImmediate(resolve));
