// Lists of deliveries, newest first.

const DELIVERIES = `
  SELECT d."id", d."receivedAt", d."subscription", d."pathEvent", d."headers", d."outcome", d."reason", d."branch",
    d."orderKey", d."courseNumber", d."step", e."round", d."bodySha256", d."body", d."erasedAt"
  FROM "Delivery" d LEFT JOIN "CourseEvent" e ON e."orderKey" = d."orderKey" AND e."courseNumber" = d."courseNumber"
    AND e."step" = d."step" AND e."at" = d."at"`;

/** id */
export const DELIVERY_BY_ID = `${DELIVERIES} WHERE d."id" = ?`;

/** The index by which deliveries are found in order of receipt. */
export type DeliveryIndex = { by: 'branch' } | { by: 'outcome'; outcome: string };

type Bound = { sql: string; values: (string | number)[] };

/** Deliveries of a branch (null: of no branch) received in a half-open range. `conditions` refer to `d`, and are bound last. */
export function deliveriesOf(
  index: DeliveryIndex,
  branch: number | null,
  from: number,
  to: number,
  limit: number,
  conditions: readonly string[],
): Bound {
  const { sql, values } = inRange(index, branch, from, to);
  const where = [sql, ...conditions].join(' AND ');
  return {
    sql: `${DELIVERIES} WHERE ${where} ORDER BY d."receivedAt" DESC, d."id" DESC LIMIT ${limit}`,
    values,
  };
}

/** Receipt of the delivery after the newest ones of an index; no row if there are fewer. */
export function receivedBefore(
  index: DeliveryIndex,
  branch: number | null,
  from: number,
  to: number,
  deliveries: number,
): Bound {
  const { sql, values } =
    index.by === 'branch'
      ? inRange(index, branch, from, to)
      : { sql: `d."outcome" = ? AND ${RANGE}`, values: [index.outcome, from, to] };
  return {
    sql: `SELECT d."receivedAt" FROM "Delivery" d WHERE ${sql} ORDER BY d."receivedAt" DESC LIMIT 1 OFFSET ${deliveries}`,
    values,
  };
}

/**
 * outcome, instant, instant, id: deliveries of an outcome, oldest first, after the one of that instant and id; of these
 * branches, or without any, of all. The instant is bound twice, because a comparison of pairs uses no index.
 */
export function deliveriesToReplay(branches: readonly (number | null)[] | undefined, limit: number): string {
  const after = 'd."receivedAt" >= ? AND (d."receivedAt", d."id") > (?, ?)';
  const where = ['d."outcome" = ?', 'd."erasedAt" IS NULL', after, ...(branches ? [ofBranches(branches)] : [])];
  return `${DELIVERIES} WHERE ${where.join(' AND ')} ORDER BY d."receivedAt", d."id" LIMIT ${limit}`;
}

/**
 * instant, instant: the number of deliveries of a branch by outcome since each instant, among the newest ones.
 */
export function countByOutcome(branch: number | null, newest: number): string {
  return `SELECT "outcome", count(*) AS "count", count(*) FILTER (WHERE "receivedAt" >= ?) AS "lately" FROM (
      SELECT d."outcome", d."receivedAt" FROM "Delivery" d
      WHERE d."branch" ${branch === null ? 'IS NULL' : `= ${branch}`} AND d."receivedAt" >= ?
      ORDER BY d."receivedAt" DESC LIMIT ${newest}
    ) AS "newest" GROUP BY "outcome"`;
}

/** Number of the newest deliveries in which workplaces are searched; a branch sends fewer on a busy day. */
const NEWEST_OF_WORKPLACES = 5_000;

/** branch, instant: deliveries of each workplace in each minute, of the newest deliveries since then. */
export const WORKPLACE_MINUTES = `
  SELECT "workplace", "receivedAt" / 60000 AS "minute", max("receivedAt") AS "lastAt",
    min(CASE WHEN "outcome" = 'applied' THEN "receivedAt" - "at" END) AS "least"
  FROM (
    SELECT d."workplace", d."receivedAt", d."outcome", d."at" FROM "Delivery" d
    WHERE d."branch" = ? AND d."receivedAt" >= ? ORDER BY d."receivedAt" DESC LIMIT ${NEWEST_OF_WORKPLACES}
  ) AS "newest" WHERE "workplace" IS NOT NULL GROUP BY "workplace", "minute"`;

const RANGE = 'd."receivedAt" >= ? AND d."receivedAt" < ?';

/** The plus excludes a column from the choice of an index. */
function inRange(index: DeliveryIndex, branch: number | null, from: number, to: number): Bound {
  const column = index.by === 'branch' ? 'd."branch"' : '+d."branch"';
  const place = branch === null ? `${column} IS NULL` : `${column} = ?`;
  const ofBranch = branch === null ? [] : [branch];
  return index.by === 'branch'
    ? { sql: `${place} AND ${RANGE}`, values: [...ofBranch, from, to] }
    : { sql: `${place} AND d."outcome" = ? AND ${RANGE}`, values: [...ofBranch, index.outcome, from, to] };
}

/** A condition for the deliveries of these branches; null for those without one. The plus keeps it from an index. */
function ofBranches(branches: readonly (number | null)[]): string {
  const places = branches.map((branch) => (branch === null ? '+d."branch" IS NULL' : `+d."branch" = ${branch}`));
  return `(${places.join(' OR ')})`;
}

/** The number of unreadable deliveries of these branches that can be replayed, counted up to a limit. */
export function countUnreadable(branches: readonly (number | null)[], max: number): string {
  return `SELECT count(*) AS "count" FROM (
      SELECT 1 FROM "Delivery" d WHERE d."outcome" = 'unreadable' AND d."erasedAt" IS NULL AND ${ofBranches(branches)} LIMIT ${max}
    ) AS "some"`;
}

/** branch, instant, instant: the newest gaps that began in a half-open range. */
export const GAPS_IN = `
  SELECT "fromAt", "toAt", "cause" FROM "Gap" WHERE "branch" = ? AND "fromAt" >= ? AND "fromAt" < ?
  ORDER BY "fromAt" DESC LIMIT 200`;
