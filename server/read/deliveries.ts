import { isUtf8 } from 'node:buffer';
import { int } from '../sql/ticket-row';
import type { Source } from './source';

export const OUTCOMES = ['applied', 'repeat', 'ignored', 'unreadable', 'follow-up'] as const;
export type DeliveryOutcome = (typeof OUTCOMES)[number];

export type DeliveryFilter = {
  /** The branches that may be seen; null includes deliveries whose branch could not be read. */
  branches: (number | null)[];
  outcome: DeliveryOutcome | null;
  /** Server time, half-open. */
  from: number | null;
  to: number | null;
  /** In the body. */
  q: string | null;
  limit: number;
  cursor: { receivedAt: number; id: string } | null;
};

/** A delivery as the journal tells it. */
export type ListedDelivery = {
  id: string;
  receivedAt: string;
  subscription: string;
  pathEvent: string;
  outcome: DeliveryOutcome;
  reason: string | null;
  branch: number | null;
  ticketId: string | null;
  bodySha256: string;
  /** The body as text; null where its bytes are none. */
  body: string | null;
  /** The bytes of a body that is not text, as Base64. */
  bodyBase64: string | null;
};

export type DeliveryPage = { deliveries: ListedDelivery[]; next: DeliveryFilter['cursor'] };

type DeliveryRow = {
  id: string;
  receivedAt: number | bigint;
  subscription: string;
  pathEvent: string;
  headers: string;
  outcome: DeliveryOutcome;
  reason: string | null;
  branch: number | bigint | null;
  orderKey: number | bigint | null;
  courseNumber: number | bigint | null;
  round: number | bigint | null;
  bodySha256: string;
  body: Uint8Array;
};

const DELIVERIES = `
  SELECT d."id", d."receivedAt", d."subscription", d."pathEvent", d."headers", d."outcome", d."reason", d."branch", d."orderKey",
    d."courseNumber", e."round", d."bodySha256", d."body"
  FROM "Delivery" d LEFT JOIN "CourseEvent" e ON e."orderKey" = d."orderKey" AND e."courseNumber" = d."courseNumber"
    AND e."step" = d."step" AND e."at" = d."at"`;

/** Deliveries, newest first. */
export async function listDeliveries(source: Source, filter: DeliveryFilter): Promise<DeliveryPage> {
  // A query for each branch, and one for none: together in one, the index could not sort them.
  const found: DeliveryRow[] = [];
  for (const branch of filter.branches) found.push(...(await deliveriesOf(source, branch, filter)));
  const rows = found.sort((a, b) => int(b.receivedAt) - int(a.receivedAt) || (a.id < b.id ? 1 : -1));
  const page = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  return { deliveries: page.map(listed), next: last ? { receivedAt: int(last.receivedAt), id: last.id } : null };
}

/** One more than the limit, so that the caller knows whether there is a next page. */
function deliveriesOf(source: Source, branch: number | null, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { outcome, cursor } = filter;
  const end = filter.to ?? Number.MAX_SAFE_INTEGER;
  // The cursor's own condition bounds no index: by it alone every delivery that is newer would be read and left out.
  const to = cursor ? Math.min(end, cursor.receivedAt + 1) : end;
  // Nearly all are applied: those are found by branch. Of any other outcome there may be none in years.
  const byBranch = outcome === null || outcome === 'applied';
  const column = byBranch ? 'd."branch"' : '+d."branch"';
  const conditions: [string, ...(string | number)[]][] = [
    branch === null ? [`${column} IS NULL`] : [`${column} = ?`, branch],
    ['d."receivedAt" >= ? AND d."receivedAt" < ?', filter.from ?? 0, to],
  ];
  if (outcome) conditions.push([byBranch ? '+d."outcome" = ?' : 'd."outcome" = ?', outcome]);
  if (filter.q !== null)
    conditions.push([`CAST(d."body" AS TEXT) LIKE ? ESCAPE '\\'`, `%${filter.q.replace(/[\\%_]/g, '\\$&')}%`]);
  if (cursor) conditions.push(['(d."receivedAt", d."id") < (?, ?)', cursor.receivedAt, cursor.id]);
  const statement = `${DELIVERIES} WHERE ${conditions.map(([sql]) => sql).join(' AND ')}
    ORDER BY d."receivedAt" DESC, d."id" DESC LIMIT ${filter.limit + 1}`;
  return source.$queryRawUnsafe<DeliveryRow[]>(statement, ...conditions.flatMap(([, ...values]) => values));
}

/** A delivery as it is stored, for a replay. */
export type StoredDelivery = {
  id: string;
  receivedAt: number;
  subscription: string;
  pathEvent: string;
  headers: string;
  outcome: DeliveryOutcome;
  branch: number | null;
  bodySha256: string;
  body: Uint8Array;
};

/** One delivery by id, or all of an outcome, oldest first; at most `limit`, after the id `after`. */
export type ReplayQuestion = { id: string } | { outcome: DeliveryOutcome; after: string; limit: number };

export async function deliveryOf(source: Source, question: ReplayQuestion): Promise<StoredDelivery[]> {
  const rows =
    'id' in question
      ? await source.$queryRawUnsafe<DeliveryRow[]>(`${DELIVERIES} WHERE d."id" = ?`, question.id)
      : await source.$queryRawUnsafe<DeliveryRow[]>(
          `${DELIVERIES} WHERE d."outcome" = ? AND d."id" > ? ORDER BY d."id" LIMIT ${question.limit}`,
          question.outcome,
          question.after,
        );
  return rows.map((row) => ({
    id: row.id,
    receivedAt: int(row.receivedAt),
    subscription: row.subscription,
    pathEvent: row.pathEvent,
    headers: row.headers,
    outcome: row.outcome,
    branch: int(row.branch),
    bodySha256: row.bodySha256,
    body: row.body,
  }));
}

function listed(row: DeliveryRow): ListedDelivery {
  const body = Buffer.from(row.body);
  const isText = isUtf8(body);
  const isCourse = row.orderKey !== null && row.round !== null;
  return {
    id: row.id,
    receivedAt: new Date(int(row.receivedAt)).toISOString(),
    subscription: row.subscription,
    pathEvent: row.pathEvent,
    outcome: row.outcome,
    reason: row.reason,
    branch: int(row.branch),
    ticketId: isCourse ? `${int(row.orderKey ?? 0)}-${int(row.courseNumber ?? 0)}-${int(row.round ?? 0)}` : null,
    bodySha256: row.bodySha256,
    body: isText ? body.toString('utf8') : null,
    bodyBase64: isText ? null : body.toString('base64'),
  };
}
