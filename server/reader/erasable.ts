import { MAX_VISITS } from '../../contract/constants';
import type { GuestVisits } from '../../contract/guests';
import { toIso } from '../../domain/fact';
import { withoutCase } from '../../lib/text';
import { LAST_ORDER_KEY } from '../sql/load-statements';
import {
  type ErasedColumn,
  firstToErase,
  guestVisits,
  type KnownOfGuest,
  LOOSE_DELIVERIES,
  looseWithText,
  ordersToErase,
} from '../sql/privacy-statements';
import { type Int, int, type Source } from '../sql/statements';

type GuestQuestion = KnownOfGuest & { branches: readonly number[] };

type Row = Record<'key' | 'branch' | 'beganAt' | 'courses' | 'open', Int> &
  Record<'tableNumber' | 'tableSubNumber' | 'tableName', string | null> & { guests: Int | null };

/** F27d: visits that an owner may want to erase, newest first. */
export async function findGuests(source: Source, { branches, ...known }: GuestQuestion): Promise<GuestVisits> {
  const rows: Row[] = [];
  for (const branch of branches)
    rows.push(...(await source.$queryRawUnsafe<Row[]>(...guestVisits(branch, known, MAX_VISITS + 1))));
  const visits = rows.map((row) => ({
    id: int(row.key),
    branch: int(row.branch),
    beganAt: toIso(int(row.beganAt)),
    table: row.tableNumber === null ? null : { number: row.tableNumber, subNumber: row.tableSubNumber ?? '' },
    name: row.tableName,
    guests: int(row.guests),
    courses: int(row.courses),
    isOpen: int(row.open) > 0,
  }));
  const newest = visits.toSorted((a, b) => (a.beganAt < b.beganAt ? 1 : -1));
  return { visits: newest.slice(0, MAX_VISITS), hasMore: newest.length > MAX_VISITS };
}

export type LooseWithText = { ids: string[]; next: string | null };

/**
 * The deliveries of an outcome that belong to no order, and whose body contains a text: some of them, after the one with
 * the id `after`. `next` continues the search; null at its end. In JSON, only values count: names of properties contain
 * names of people, such as `eventTimestamp`.
 */
export async function findLooseWithText(
  source: Source,
  { outcome, text, after, limit }: { outcome: string; text: string; after: string; limit: number },
): Promise<LooseWithText> {
  const statement = looseWithText(outcome, after, text, limit);
  const rows = await source.$queryRawUnsafe<{ id: string; body: Uint8Array }[]>(...statement);
  const wanted = withoutCase(text);
  const found = rows.filter(({ body }) => mentions(Buffer.from(body).toString(), wanted));
  return { ids: found.map(({ id }) => id), next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

function mentions(body: string, wanted: string): boolean {
  try {
    return hasValueWith(JSON.parse(body), wanted);
  } catch {
    const text = body.replaceAll(/\\u([\da-f]{4})/gi, (_, unit) => String.fromCharCode(Number.parseInt(unit, 16)));
    return withoutCase(text).includes(wanted);
  }
}

function hasValueWith(value: unknown, wanted: string): boolean {
  if (typeof value === 'string') return withoutCase(value).includes(wanted);
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => hasValueWith(one, wanted));
}

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

type LooseDelivery = { id: string; receivedAt: number };

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
