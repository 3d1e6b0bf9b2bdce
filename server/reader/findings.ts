import { DAY_MS } from '../../lib/time';
import { DELIVERY_COUNT, DUPLICATE_ORDERS, HEALTH, LOST_SINCE, UNREADABLE_COUNT } from '../sql/page-statements';
import { type Int, int, type Source } from '../sql/statements';
import type { Provider } from '../storage/migrate';

/** The facts about the database from which `doctor` derives its findings. */
export type HealthCounts = {
  /** Name and version of the database. */
  version: string;
  deliveries: number;
  /** F21e: periods of the last week in which acknowledged deliveries are missing, epoch ms. */
  lost: { from: number; to: number }[];
  unreadable: { count: number; newestReason: string | null };
  /**
   * Orders that were stored twice: by id and by number, or as a table order and as the cafeteria order next to it.
   */
  duplicateOrders: { branch: number; kind: string; year: number | null; number: number | null; orders: number }[];
};

/** A loss is reported for this long. */
const LOST_REPORTED_MS = 7 * DAY_MS;

/** `ok`, or what is wrong with the database. The check of SQLite reads all of it: seconds for a large one. */
export async function checkIntegrity(source: Source, provider: Provider): Promise<string[]> {
  const rows = await source.$queryRawUnsafe<Record<string, string>[]>(HEALTH[provider].integrity);
  return rows.flatMap((row) => Object.values(row));
}

export async function countForHealth(
  source: Source,
  { provider, now }: { provider: Provider; now: number },
): Promise<HealthCounts> {
  const [version] = await source.$queryRawUnsafe<{ version: string }[]>(HEALTH[provider].version);
  const [deliveries] = await source.$queryRawUnsafe<{ count: Int }[]>(DELIVERY_COUNT);
  const unreadable = await source.$queryRawUnsafe<{ count: Int; reason: string | null }[]>(UNREADABLE_COUNT);
  const twice =
    await source.$queryRawUnsafe<{ branch: Int; kind: string; year: Int | null; number: Int | null; orders: Int }[]>(
      DUPLICATE_ORDERS,
    );
  const lost = await source.$queryRawUnsafe<{ fromAt: Int; toAt: Int }[]>(LOST_SINCE, now - LOST_REPORTED_MS);
  return {
    version: version?.version ?? '',
    deliveries: int(deliveries?.count ?? 0),
    lost: lost.map(({ fromAt, toAt }) => ({ from: int(fromAt), to: int(toAt) })),
    unreadable: { count: int(unreadable[0]?.count ?? 0), newestReason: unreadable[0]?.reason ?? null },
    duplicateOrders: twice.map((row) => ({
      branch: int(row.branch),
      kind: row.kind,
      year: int(row.year),
      number: int(row.number),
      orders: int(row.orders),
    })),
  };
}
