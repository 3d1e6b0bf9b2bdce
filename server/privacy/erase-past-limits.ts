import type { Settings } from '../../domain/settings';
import type { BoardQueue } from '../board/stages';
import type { ErasableOrders } from '../reader/erasable';
import type { Reader } from '../reader/queries';
import { type ErasedColumn, stillToErase } from '../sql/privacy-statements';
import { type Int, int } from '../sql/statements';
import { type Erased, eraseLooseBodies, eraseOrders, lockOrders } from './erase';

export type PastLimitsDeps = {
  queue: BoardQueue;
  reader: Pick<Reader, 'read'>;
  settings: Settings;
  now: () => number;
  /** Counts what a transaction erased. Resolves when the next one may begin. */
  afterTransaction: (erased: Pick<Erased, 'bodies' | 'names'>) => Promise<void>;
  /** Whether to stop before the next transaction. */
  isClosing: () => boolean;
};

/** Orders in one transaction: deliveries wait to be projected meanwhile, though not to be acknowledged. */
const ORDERS_AT_ONCE = 20;
const ROWS_AT_ONCE = 200;
/** Outcomes of deliveries that may belong to no fact. */
export const LOOSE_OUTCOMES = ['unreadable', 'ignored', 'follow-up', 'repeat'] as const;

/** F27a: erases the bodies of orders and deliveries that are older than `before` (server time). */
export async function eraseBodiesBefore(deps: PastLimitsDeps, before: number): Promise<void> {
  await eraseOrdersBefore(deps, 'bodiesErasedAt', before);
  await eraseLooseDeliveries(deps, before);
}

/** F27a: erases the names of orders and tables, and the searches of managers, that are older than `before` (server time). */
export async function eraseNamesBefore(deps: PastLimitsDeps, before: number): Promise<void> {
  await eraseOrdersBefore(deps, 'namesErasedAt', before);
  await eraseSearches(deps, before);
  const where = { name: { not: null }, newsAt: { lt: before } };
  await deps.queue.run((sql) => sql.tableState.updateMany({ where, data: { name: null } }));
}

async function eraseOrdersBefore(deps: PastLimitsDeps, column: ErasedColumn, before: number): Promise<void> {
  for (let after: number | null = null; !deps.isClosing(); ) {
    const { keys, next }: ErasableOrders = await deps.reader.read('erasableOrders', { column, after, before });
    for (let first = 0; first < keys.length && !deps.isClosing(); first += ORDERS_AT_ONCE)
      await eraseTheseOrders(deps, keys.slice(first, first + ORDERS_AT_ONCE), column, before);
    if (next === null) return;
    after = next;
  }
}

async function eraseTheseOrders(
  deps: PastLimitsDeps,
  keys: readonly number[],
  column: ErasedColumn,
  before: number,
): Promise<void> {
  for (let isWhole = false; !isWhole && !deps.isClosing(); ) {
    const erased = await deps.queue.run(async (sql, stages) => {
      // Looked at again in the transaction: a delivery may have come since they were found.
      const find = async () => {
        const rows = await sql.$queryRawUnsafe<{ key: Int; branch: Int }[]>(
          stillToErase(column),
          JSON.stringify(keys),
          before,
          before,
        );
        return rows.map(({ key, branch }) => ({ key: int(key), branch: int(branch) }));
      };
      const orders = await lockOrders(sql, stages, find);
      if (orders.length === 0) return { bodies: 0, names: 0, isWhole: true };
      return eraseOrders(sql, stages, deps, orders, column === 'namesErasedAt');
    });
    await deps.afterTransaction(erased);
    ({ isWhole } = erased);
  }
}

async function eraseLooseDeliveries(deps: PastLimitsDeps, before: number): Promise<void> {
  const { queue, reader, now } = deps;
  for (const outcome of LOOSE_OUTCOMES)
    for (let from = 0; !deps.isClosing(); ) {
      const found = await reader.read('looseDeliveries', { outcome, from, before, limit: ROWS_AT_ONCE });
      const ids = found.map(({ id }) => id);
      if (ids.length === 0) break;
      await deps.afterTransaction({ bodies: await queue.run((sql) => eraseLooseBodies(sql, ids, now())), names: 0 });
      from = found.at(-1)?.receivedAt ?? before;
    }
}

/** Searches of managers in the audit log, which contain names. */
async function eraseSearches(deps: PastLimitsDeps, before: number): Promise<void> {
  for (let isDone = false; !isDone && !deps.isClosing(); ) {
    isDone = await deps.queue.run(async ({ auditEntry }) => {
      const where = { query: { not: null }, lastAt: { lt: before } };
      const old = await auditEntry.findMany({ where, select: { id: true }, take: ROWS_AT_ONCE });
      await auditEntry.updateMany({ where: { id: { in: old.map(({ id }) => id) } }, data: { query: null } });
      return old.length < ROWS_AT_ONCE;
    });
    await deps.afterTransaction({ bodies: 0, names: 0 });
  }
}
