import type { UnitVotes } from '../../contract/settings';
import { int } from '../sql/ticket-row';
import type { Source } from './source';

/** What `doctor` asks of the database; it weighs the answers itself. */
export type HealthCounts = {
  sqliteVersion: string;
  /** `ok`, or what `integrity_check` found. */
  integrity: string[];
  deliveries: number;
  unreadable: { count: number; newestReason: string | null };
  /** Orders that came once by id and once by number, or once as table order and once as the cafeteria order beside it. */
  twiceKnown: { branch: number; kind: string; year: number | null; number: number | null; orders: number }[];
  /** The unit votes of each branch, counted from its tickets. */
  votes: { branch: number; votes: UnitVotes }[];
};

type Int = number | bigint;

const TWICE_BY_NUMBER = `
  SELECT "branch", "kind", "year", "number", count(*) AS "orders" FROM "Order"
  WHERE "year" IS NOT NULL AND "number" IS NOT NULL
  GROUP BY "branch", "kind", "year", "number"
  HAVING count(*) > 1 AND sum("identity" NOT LIKE 'id:%') > 0 LIMIT 20`;

const TWICE_BY_OTHER = `
  SELECT a."branch", a."kind", a."year", a."number", 2 AS "orders" FROM "Order" a
  JOIN "Order" b ON b."branch" = a."branch" AND b."identity" = 'id:' || a."otherOrderId"
  WHERE a."otherOrderId" IS NOT NULL LIMIT 20`;

/** Reads what only the database can tell. The integrity check reads all of it: seconds for a large one. */
export async function countForHealth(source: Source, _question: null): Promise<HealthCounts> {
  const integrity = await source.$queryRawUnsafe<{ integrity_check: string }[]>('PRAGMA integrity_check(20)');
  const [version] = await source.$queryRawUnsafe<{ version: string }[]>('SELECT sqlite_version() AS "version"');
  const [deliveries] = await source.$queryRawUnsafe<{ count: Int }[]>('SELECT count(*) AS "count" FROM "Delivery"');
  const unreadable = await source.$queryRawUnsafe<{ count: Int; reason: string | null }[]>(
    `SELECT count(*) AS "count", (SELECT "reason" FROM "Delivery" WHERE "outcome" = 'unreadable' ORDER BY "receivedAt" DESC LIMIT 1) AS "reason"
     FROM "Delivery" WHERE "outcome" = 'unreadable'`,
  );
  const twice = await source.$queryRawUnsafe<
    { branch: Int; kind: string; year: Int | null; number: Int | null; orders: Int }[]
  >(`SELECT * FROM (${TWICE_BY_NUMBER}) UNION ALL SELECT * FROM (${TWICE_BY_OTHER})`);
  const branches =
    await source.$queryRawUnsafe<Record<'number' | 'votesSeconds' | 'votesMinutes' | 'votesMilliseconds', Int>[]>(
      'SELECT * FROM "Branch"',
    );
  return {
    sqliteVersion: version?.version ?? '',
    integrity: integrity.map((row) => row.integrity_check),
    deliveries: int(deliveries?.count ?? 0),
    unreadable: { count: int(unreadable[0]?.count ?? 0), newestReason: unreadable[0]?.reason ?? null },
    twiceKnown: twice.map((row) => ({
      branch: int(row.branch),
      kind: row.kind,
      year: int(row.year),
      number: int(row.number),
      orders: int(row.orders),
    })),
    votes: branches.map((row) => ({
      branch: int(row.number),
      votes: {
        seconds: int(row.votesSeconds),
        minutes: int(row.votesMinutes),
        milliseconds: int(row.votesMilliseconds),
      },
    })),
  };
}
