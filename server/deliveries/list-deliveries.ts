import type { DeliveryCause, DeliveryOutcome } from '../../contract/constants';
import type { ListedDelivery, ParsedCourse } from '../../contract/deliveries';
import { toIso } from '../../domain/fact';
import {
  DELIVERY_BY_ID,
  type DeliveryIndex,
  deliveriesOf,
  deliveriesToReplay,
  receivedBefore,
} from '../sql/delivery-statements';
import { bodyContains, bodyOf, type Condition, type Int, int, type Source } from '../sql/statements';
import type { DeliveryColumns } from '../sql/write-statements';
import { redactHeaders } from '../webhooks/headers';
import { causeOf, outcomeOfCause, reasonsOf } from './causes';

/** A stored delivery with everything that a replay needs. */
export type StoredDelivery = {
  id: string;
  receivedAt: number;
  subscription: string;
  pathEvent: string;
  headers: string;
  outcome: DeliveryOutcome;
  reason: string | null;
  branch: number | null;
  bodySha256: string;
  body: Uint8Array;
  /** When the body was erased, epoch ms; null while it is there. */
  erasedAt: number | null;
};

/**
 * One delivery by id, or those of an outcome, oldest first: at most `limit`, after the cursor `after`. `branches`
 * restricts them; null selects deliveries whose branch could not be read.
 */
export type ReplayQuestion =
  | { id: string }
  | { outcome: DeliveryOutcome; after: DeliveryCursor; limit: number; branches?: readonly (number | null)[] };

/** The cursor before the first delivery. */
export const FIRST_DELIVERY: DeliveryCursor = { receivedAt: 0, id: '' };

/** Parses the course in a body; null if there is none. Passed in, so that this file does not load the parser. */
export type ParseCourse = (delivery: { body: Uint8Array; bodySha256: string; step: number }) => ParsedCourse | null;

type DeliveryRow = Omit<DeliveryColumns, 'at' | 'workplace'> & { round: Int | null; erasedAt: Int | null };

/** The last delivery of a page; the next page has older ones. */
export type DeliveryCursor = { receivedAt: number; id: string };

export type DeliveryFilter = {
  /** The branches that may be seen; null includes deliveries whose branch could not be read. */
  branches: (number | null)[];
  outcome: DeliveryOutcome | null;
  cause: DeliveryCause | null;
  /** Server time, half-open. */
  from: number | null;
  to: number | null;
  /** Text in the body. */
  q: string | null;
  limit: number;
  cursor: DeliveryCursor | null;
};

export type DeliveryPage = {
  deliveries: ListedDelivery[];
  next: DeliveryCursor | null;
  /** If the time was up before the page was full: the instant back to which it searched (epoch ms). `next` is set then. */
  lookedBackTo: number | null;
};

/** Number of deliveries that are read before the time is checked. */
const STRIDE = 1_000;
/** Time after which a page ends early with its position: every body may have to be read, from a slow disk. */
const SEARCH_MS = 120;

/** Bodies have up to 256 KB. A page with more of them ends early, because it is in memory several times. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Deliveries that are read at once, before their bytes are counted. */
const AT_ONCE = 101;

/** A page of deliveries, newest first. Ends early if the search takes too long, or if the bodies are large. */
export async function listDeliveries(
  source: Source,
  filter: DeliveryFilter,
  parse: ParseCourse = () => null,
  { stride = STRIDE, isTimeUp = timeUpAfter(SEARCH_MS) } = {},
): Promise<DeliveryPage> {
  const { cursor, limit } = filter;
  const search = searchOf(filter);
  if (search === null) return { deliveries: [], next: null, lookedBackTo: null };
  const end = filter.to ?? Number.MAX_SAFE_INTEGER;
  let to = cursor ? Math.min(end, endOf(cursor)) : end;
  const found: DeliveryRow[] = [];
  for (;;) {
    // Without conditions the page fills at once; with conditions the search proceeds in strides.
    const edge = search.isPlain ? null : await edgeOf(source, filter, search.index, to, stride);
    const isFull = await addRows(found, source, filter, search, edge ?? filter.from ?? 0, to);
    const rows = found.slice(0, limit);
    const page = rows.map((row) => listed(row, parse));
    if (isFull) return { deliveries: page, next: placeOf(rows.at(-1)), lookedBackTo: null };
    if (edge === null) return { deliveries: page, next: null, lookedBackTo: null };
    if (isTimeUp()) return { deliveries: page, next: { receivedAt: edge, id: '' }, lookedBackTo: edge };
    to = edge;
  }
}

/**
 * Adds the deliveries of a range to those of a page, newest first. Returns whether the page is full: with one more than its
 * limit, or with as many bytes as it may have.
 */
async function addRows(
  found: DeliveryRow[],
  source: Source,
  filter: DeliveryFilter,
  search: Search,
  from: number,
  to: number,
): Promise<boolean> {
  let { cursor } = filter;
  let bytes = found.reduce((sum, { body }) => sum + body.length, 0);
  for (;;) {
    const limit = Math.min(filter.limit + 1 - found.length, AT_ONCE);
    const until = cursor ? Math.min(to, endOf(cursor)) : to;
    const rows = await rowsIn(source, { ...filter, cursor }, search, from, until, limit);
    for (const row of rows) {
      found.push(row);
      bytes += row.body.length;
      if (found.length > filter.limit || bytes > MAX_BYTES) return true;
    }
    if (rows.length < limit) return false;
    cursor = placeOf(rows.at(-1));
  }
}

type Search = {
  index: DeliveryIndex;
  conditions: Condition[];
  /** Every delivery of the branch matches. */
  isPlain: boolean;
};

/** The index to use, and the conditions to check delivery by delivery. Null if nothing can match. */
function searchOf({ outcome: requested, cause, q }: DeliveryFilter): Search | null {
  const implied = cause === null ? null : outcomeOfCause(cause);
  if (requested !== null && implied !== null && requested !== implied) return null;
  const outcome = requested ?? implied;
  // Nearly all deliveries are applied, so these are searched by branch. Other outcomes are rare and have an index.
  const index: DeliveryIndex =
    outcome === null || outcome === 'applied' ? { by: 'branch' } : { by: 'outcome', outcome };
  const conditions: Condition[] = [];
  if (outcome === 'applied') conditions.push(['+d."outcome" = ?', outcome]);
  if (cause !== null) {
    const reasons = reasonsOf(cause);
    conditions.push([`(${reasons.map(() => 'd."reason" LIKE ?').join(' OR ')})`, ...reasons]);
  }
  if (q !== null) conditions.push(bodyContains('CAST(d."body" AS TEXT)', q));
  return { index, conditions, isPlain: index.by === 'branch' && conditions.length === 0 };
}

/** The instant back to which one stride reaches in every branch; null if it reaches the oldest delivery of all. */
async function edgeOf(
  source: Source,
  { branches, from }: DeliveryFilter,
  index: DeliveryIndex,
  to: number,
  stride: number,
): Promise<number | null> {
  let edge: number | null = null;
  for (const branch of index.by === 'branch' ? branches : branches.slice(0, 1)) {
    const { sql, values } = receivedBefore(index, branch, from ?? 0, to, stride);
    const [row] = await source.$queryRawUnsafe<{ receivedAt: Int }[]>(sql, ...values);
    if (row) edge = Math.max(edge ?? 0, int(row.receivedAt));
  }
  return edge;
}

/** At most `limit` deliveries of all branches, newest first. */
async function rowsIn(
  source: Source,
  { branches, cursor }: DeliveryFilter,
  { index, conditions }: Search,
  from: number,
  to: number,
  limit: number,
): Promise<DeliveryRow[]> {
  const all = cursor
    ? [...conditions, ['(d."receivedAt", d."id") < (?, ?)', cursor.receivedAt, cursor.id] satisfies Condition]
    : conditions;
  const rows: DeliveryRow[] = [];
  // One query for each branch, because an index cannot sort the deliveries of several.
  for (const branch of branches) {
    const { sql, values } = deliveriesOf(
      index,
      branch,
      from,
      to,
      limit,
      all.map(([condition]) => condition),
    );
    rows.push(
      ...(await source.$queryRawUnsafe<DeliveryRow[]>(sql, ...values, ...all.flatMap(([, ...bound]) => bound))),
    );
  }
  const sorted = rows.sort((a, b) => int(b.receivedAt) - int(a.receivedAt) || (a.id < b.id ? 1 : -1));
  return sorted.slice(0, limit);
}

/**
 * The end of the range for a cursor: without it every newer delivery would be read and skipped. Exclusive, unless the
 * cursor has an id: other deliveries of the same instant may follow it.
 */
function endOf({ receivedAt, id }: DeliveryCursor): number {
  return id === '' ? receivedAt : receivedAt + 1;
}

function placeOf(row: DeliveryRow | undefined): DeliveryCursor | null {
  return row ? { receivedAt: int(row.receivedAt), id: row.id } : null;
}

function timeUpAfter(ms: number): () => boolean {
  const startedAt = performance.now();
  return () => performance.now() - startedAt > ms;
}

/** A row in the form of the contract. Signatures in its headers are truncated. */
function listed(row: DeliveryRow, parse: ParseCourse): ListedDelivery {
  const body = Buffer.from(row.body);
  const isCourse = row.orderKey !== null && row.round !== null;
  return {
    id: row.id,
    receivedAt: toIso(int(row.receivedAt)),
    subscription: row.subscription,
    pathEvent: row.pathEvent,
    outcome: row.outcome,
    reason: row.reason,
    cause: causeOf(row.outcome, row.reason),
    branch: int(row.branch),
    ticketId: isCourse ? `${int(row.orderKey ?? 0)}-${int(row.courseNumber ?? 0)}-${int(row.round ?? 0)}` : null,
    told: row.step === null ? null : parse({ body, bodySha256: row.bodySha256, step: int(row.step) }),
    headers: redactHeaders(JSON.parse(row.headers) as Record<string, string>),
    bodySha256: row.bodySha256,
    erasedAt: toIso(int(row.erasedAt)),
    ...bodyOf(row),
  };
}

/** One delivery in the form of the contract; null for an unknown id. */
export async function listedDelivery(
  source: Source,
  id: string,
  parse: ParseCourse = () => null,
): Promise<ListedDelivery | null> {
  const [row] = await source.$queryRawUnsafe<DeliveryRow[]>(DELIVERY_BY_ID, id);
  return row ? listed(row, parse) : null;
}

/** Reads stored deliveries; none for an unknown id. */
export async function storedDeliveries(source: Source, question: ReplayQuestion): Promise<StoredDelivery[]> {
  const rows =
    'id' in question
      ? await source.$queryRawUnsafe<DeliveryRow[]>(DELIVERY_BY_ID, question.id)
      : await source.$queryRawUnsafe<DeliveryRow[]>(
          deliveriesToReplay(question.branches, question.limit),
          question.outcome,
          question.after.receivedAt,
          question.after.receivedAt,
          question.after.id,
        );
  return rows.map((row) => ({
    id: row.id,
    receivedAt: int(row.receivedAt),
    subscription: row.subscription,
    pathEvent: row.pathEvent,
    headers: row.headers,
    outcome: row.outcome,
    reason: row.reason,
    branch: int(row.branch),
    bodySha256: row.bodySha256,
    body: row.body,
    erasedAt: int(row.erasedAt),
  }));
}
