import { groupBy } from '../../lib/group';
import { type Int, int } from '../sql/int';
import { LAST_ORDER_KEY } from '../sql/load-statements';
import {
  COUNTS_IN_SPANS,
  COURSES_OF_KEYS,
  COURSES_OF_ORDERS,
  DISTANT_STEPS_IN_SPANS,
  ORDERS_IN_SPANS,
  ORDERS_OF_DISTANT_STEPS,
} from '../sql/report-statements';
import type { Source } from '../sql/statements';
import { type ReportRow, reportRows } from './report-row';
import { ALWAYS_FROM, ALWAYS_TO, type Span, startsFor, type Window, widened, windowsOf } from './step-windows';

/** Orders per chunk: about 10 ms, in which no other request is answered. */
const CHUNK_ORDERS = 1_000;

type Orders = { span: Int; orders: string }[];

/** The number of courses of each span. */
export async function countCourses(source: Source, spans: readonly Span[]): Promise<number[]> {
  const rows = await source.$queryRawUnsafe<{ span: Int; count: Int }[]>(
    COUNTS_IN_SPANS,
    JSON.stringify(parametersOf(spans)),
  );
  const counts = new Map(rows.map(({ span, count }) => [int(span), int(count)]));
  return spans.map((_, index) => counts.get(index) ?? 0);
}

/** For each span, the windows in which the steps of its courses lie. */
export async function readWindows(source: Source, spans: readonly Span[]): Promise<Window[][]> {
  type Row = { span: Int; readyAt: Int | null; servedAt: Int | null };
  const ends = parametersOf(spans).filter(([, , from, to]) => from !== ALWAYS_FROM || to !== ALWAYS_TO);
  const rows = await source.$queryRawUnsafe<Row[]>(DISTANT_STEPS_IN_SPANS, JSON.stringify(ends));
  const distant = groupBy(rows, ({ span }) => int(span));
  return spans.map((span, index) =>
    windowsOf(
      span,
      (distant.get(index) ?? []).map(({ readyAt, servedAt }) => ({ readyAt: int(readyAt), servedAt: int(servedAt) })),
    ),
  );
}

/** Some courses on which the figures of a span depend, by order key. `span` is the index of the span. */
type SpanRows = { span: number; rows: ReportRow[] };

/**
 * Reads the orders with a course in the spans, and those with a step near one of the windows, in chunks by order key.
 * Other requests are answered meanwhile.
 */
export async function* readSpans(
  source: Source,
  spans: readonly Span[],
  windows: readonly (readonly Window[])[],
): AsyncGenerator<SpanRows> {
  const near = spans.flatMap(({ branch }, index) =>
    (windows[index] ?? []).map((window) => ({ index, branch, window: widened(window) })),
  );
  const starts = near.map(({ index, branch, window }) => {
    const { from, to } = startsFor(window);
    return [index, branch, from, to];
  });
  // A window of all instants leaves no other course.
  const steps = near.flatMap(({ index, branch, window: { from, until } }) =>
    from === ALWAYS_FROM && until === ALWAYS_TO ? [] : [[index, branch, from, until]],
  );
  const found = [
    ...(await source.$queryRawUnsafe<Orders>(ORDERS_IN_SPANS, JSON.stringify([...parametersOf(spans), ...starts]))),
    ...(await source.$queryRawUnsafe<Orders>(ORDERS_OF_DISTANT_STEPS, JSON.stringify(steps))),
  ];
  const keysOf = new Map<number, Set<number>>();
  for (const { span, orders } of found) {
    const keys = keysOf.get(int(span)) ?? new Set();
    keysOf.set(int(span), keys);
    for (const key of JSON.parse(orders) as number[]) keys.add(key);
  }
  const spansOf = groupBy([...keysOf.keys()], (index) => spans[index]?.branch);
  const union = new Set<number>();
  for (const keys of keysOf.values()) for (const key of keys) union.add(key);
  const all = Int32Array.from(union).sort();
  for (let from = 0; from < all.length; from += CHUNK_ORDERS) {
    const keys = JSON.stringify([...all.subarray(from, from + CHUNK_ORDERS)]);
    const rows = reportRows(await source.$queryRawUnsafe(COURSES_OF_ORDERS, keys));
    for (const [branch, ofBranch] of groupBy(rows, (row) => row.branch))
      for (const span of spansOf.get(branch) ?? [])
        yield { span, rows: ofBranch.filter(({ orderKey }) => keysOf.get(span)?.has(orderKey)) };
    await yieldToOthers();
  }
}

/** Reads the courses of all branches, in chunks by order key. Other requests are answered meanwhile. */
export async function* readEverything(source: Source): AsyncGenerator<ReportRow[]> {
  const [end] = await source.$queryRawUnsafe<{ key: number | null }[]>(LAST_ORDER_KEY);
  for (let from = 0; from < (end?.key ?? 0); from += CHUNK_ORDERS) {
    yield reportRows(await source.$queryRawUnsafe(COURSES_OF_KEYS, from, from + CHUNK_ORDERS));
    await yieldToOthers();
  }
}

/** Reads all courses of these orders, by order key. */
export async function readOrders(source: Source, orders: readonly number[]): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (let from = 0; from < orders.length; from += CHUNK_ORDERS) {
    const keys = JSON.stringify(orders.slice(from, from + CHUNK_ORDERS));
    rows.push(...reportRows(await source.$queryRawUnsafe(COURSES_OF_ORDERS, keys)));
  }
  return rows;
}

const parametersOf = (spans: readonly Span[]) =>
  spans.map(({ branch, from, to }, index) => [index, branch, from, to] as const);

/** Lets other queries run. SQLite answers synchronously, so awaiting its result does not yield to the event loop. */
export const yieldToOthers = () => new Promise<void>((resolve) => setImmediate(resolve));
