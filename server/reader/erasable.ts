import { type Int, int } from '../sql/int';
import { LAST_ORDER_KEY } from '../sql/load-statements';
import { type ErasedColumn, firstToErase, LOOSE_DELIVERIES, ordersToErase } from '../sql/privacy-statements';
import type { Source } from '../sql/statements';

/** Orders that one search looks at: it must not keep others waiting for the reader. */
const RANGE = 2_000;

export type ErasableOrders = {
  keys: number[];
  /** The key after which the next search begins; null when all were looked at. */
  next: number | null;
};

/** F27a: finds orders with bodies or names older than `before`, after the order with a key; null: from the first one. */
export async function findErasableOrders(
  source: Source,
  { column, after, before }: { column: ErasedColumn; after: number | null; before: number },
): Promise<ErasableOrders> {
  const [first] = after === null ? await source.$queryRawUnsafe<{ key: Int }[]>(firstToErase(column)) : [];
  if (after === null && !first) return { keys: [], next: null };
  const from = after ?? int(first?.key ?? 0) - 1;
  const rows = await source.$queryRawUnsafe<{ key: Int }[]>(ordersToErase(column), from, from + RANGE, before, before);
  const [last] = await source.$queryRawUnsafe<{ key: Int | null }[]>(LAST_ORDER_KEY);
  const isEnd = (int(last?.key ?? null) ?? 0) <= from + RANGE;
  return { keys: rows.map(({ key }) => int(key)), next: isEnd ? null : from + RANGE };
}

export type LooseDelivery = { id: string; receivedAt: number };

/** F27a: the oldest deliveries of an outcome that belong to no fact, and whose body is left. */
export async function findLooseDeliveries(
  source: Source,
  { outcome, from, before, limit }: { outcome: string; from: number; before: number; limit: number },
): Promise<LooseDelivery[]> {
  const rows = await source.$queryRawUnsafe<{ id: string; receivedAt: Int }[]>(
    LOOSE_DELIVERIES,
    outcome,
    from,
    before,
    limit,
  );
  return rows.map(({ id, receivedAt }) => ({ id, receivedAt: int(receivedAt) }));
}
