import { groupBy } from '../../lib/group';
import { type BranchReading, branchReadings } from '../sql/branch-readings';
import { CHANGED_ORDERS, countUpTo } from '../sql/report-statements';
import type { Source } from '../sql/statements';
import { int } from '../sql/ticket-row';
import { COURSE_BYTES } from './allocate-columns';
import { BranchColumns } from './columns';
import { type Dictionaries, newDictionaries } from './dictionaries';
import { countCourses, readEverything, readOrders, readSpans, readWindows, yieldToOthers } from './read-spans';
import type { ReportRow } from './report-row';
import { ALWAYS_FROM, ALWAYS_TO, areStepsIn, around, isNear, type Span, type Window } from './step-windows';
import { TooManyCourses } from './too-many-courses';

/** The stored courses of spans as columns, and the settings of each branch. */
export type CurrentColumns = {
  /** For each span, all its courses, and others; null for a branch that does not exist. */
  columns: readonly (BranchColumns | null)[];
  readings: ReadonlyMap<number, BranchReading>;
  dictionaries: Dictionaries;
  /** Whether these columns are still in memory for a later query. */
  has: (columns: BranchColumns) => boolean;
  /** How many courses fit in the memory. */
  mostCourses: number;
};

/** `columns` has all that the figures of the span depend on. `version` and `epoch` are the branch's. */
type CachedSpan = Span & {
  columns: BranchColumns;
  windows: readonly Window[];
  version: number;
  epoch: string;
  /** The number of the last query that used it. */
  usedBy: number;
};

type Cache = {
  current: (spans: readonly Span[]) => Promise<CurrentColumns>;
  batches: (spans: readonly Span[]) => Promise<Span[][]>;
};

/** Beyond this number of changed orders, reading a span again is as fast. */
const MAX_CHANGED_ORDERS = 20_000;
/** Spans are read in whole days (UTC), so that a query for a slightly longer one finds them. */
const DAY_MS = 86_400_000;
/** Courses of spans that are read one after the other: about a second, in which another query for spans waits. */
const BATCH_COURSES = 200_000;

/** The memory for the columns of a source for which `limitColumns` was not called, in bytes. */
const USUAL_BYTES = 512 * 1024 * 1024;

const limits = new WeakMap<Source, number>();
const caches = new WeakMap<Source, Cache>();

/** Limits the memory for the columns of a source, in bytes. It counts from the first query on. */
export function limitColumns(source: Source, bytes: number): void {
  limits.set(source, bytes);
}

/**
 * The current columns of spans. They are stable only until the next macrotask: use them synchronously, and call again
 * next time. If all courses of a database fit in the memory, the first call reads them all, otherwise each call what it
 * needs; other requests are answered meanwhile. @throws TooManyCourses
 */
export function currentColumns(source: Source, spans: readonly Span[]): Promise<CurrentColumns> {
  return cacheOf(source).current(spans);
}

/** Splits spans so that the columns of each batch fit in the memory, and are read soon. */
export function inBatches(source: Source, spans: readonly Span[]): Promise<Span[][]> {
  return cacheOf(source).batches(spans);
}

/** The span of a branch that a filter covers. */
export function spanOf(branch: number, { from, to }: { from: number | null; to: number | null }): Span {
  return { branch, from: from ?? ALWAYS_FROM, to: to ?? ALWAYS_TO };
}

const everythingOf = (branch: number) => spanOf(branch, { from: null, to: null });

function cacheOf(source: Source): Cache {
  const cached =
    caches.get(source) ?? createCache(source, Math.floor((limits.get(source) ?? USUAL_BYTES) / COURSE_BYTES));
  caches.set(source, cached);
  return cached;
}

function createCache(source: Source, mostCourses: number): Cache {
  /** By branch. */
  let cached = new Map<number, CachedSpan[]>();
  /** A page compares two periods: reading one must not drop the other. */
  const mostOfQuery = Math.floor(mostCourses / 2);
  const dictionaries = newDictionaries();
  let queries = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** Whether all courses of the database fit in the memory; null if unknown. */
  let fits: boolean | null = null;

  const all = () => [...cached.values()].flat();
  const keep = (spans: readonly CachedSpan[]) => {
    cached = groupBy(spans, ({ branch }) => branch);
  };
  const find = (span: Span) => cached.get(span.branch)?.find((one) => covers(one, span));
  const roomOf = (spans: Iterable<CachedSpan>) => [...spans].reduce((sum, { columns }) => sum + columns.room, 0);

  async function update(spans: readonly Span[]): Promise<CurrentColumns> {
    queries += 1;
    for (;;) {
      const readings = await branchReadings(source);
      fits ??= await doesEverythingFit();
      const existing = spans.filter(({ branch }) => readings.has(branch));
      const isFirst = fits && cached.size === 0;
      const missing = isFirst ? [...readings.keys()].map(everythingOf) : existing.filter((span) => !find(span));
      const used = new Set(existing.flatMap((span) => find(span) ?? []));
      if (missing.length > 0) {
        await load(missing, readings, used, isFirst);
        continue;
      }
      const outdated = await follow([...used], readings);
      if (outdated.size > 0) {
        keep(all().filter((one) => !outdated.has(one)));
        continue;
      }
      for (const one of used) one.usedBy = queries;
      makeRoom(0, used);
      return {
        columns: spans.map((span) => (readings.has(span.branch) ? (find(span)?.columns ?? null) : null)),
        readings,
        dictionaries,
        has: (columns) => cached.get(columns.branch)?.some((one) => one.columns === columns) === true,
        mostCourses,
      };
    }
  }

  async function doesEverythingFit(): Promise<boolean> {
    const [found] = await source.$queryRawUnsafe<{ count: number | bigint }[]>(countUpTo(mostCourses));
    return int(found?.count ?? 0) < mostCourses;
  }

  /** Reads spans into new columns. `used` are those that the same query needs too. */
  async function load(
    missing: readonly Span[],
    readings: ReadonlyMap<number, BranchReading>,
    used: ReadonlySet<CachedSpan>,
    isEverything: boolean,
  ): Promise<void> {
    const spans = distinct(missing.map((span) => (fits ? everythingOf(span.branch) : inWholeDays(span))));
    if (!fits) {
      const courses = (await countCourses(source, spans.map(around))).reduce((sum, count) => sum + count, 0);
      if (roomOf(used) + courses > mostOfQuery) throw new TooManyCourses(mostOfQuery);
      makeRoom(courses, used);
    }
    const windows = await readWindows(source, spans);
    const loaded = spans.flatMap((span, index): CachedSpan[] => {
      const branch = readings.get(span.branch);
      if (!branch) return [];
      const { version, epoch } = branch;
      const columns = new BranchColumns(branch, dictionaries);
      return [{ ...span, columns, windows: windows[index] ?? [], version, epoch, usedBy: queries }];
    });
    if (isEverything) {
      const columnsOf = new Map(loaded.map(({ branch, columns }) => [branch, columns]));
      for await (const rows of readEverything(source))
        for (const [branch, ofBranch] of groupBy(rows, (row) => row.branch)) columnsOf.get(branch)?.append(ofBranch);
    } else for await (const { span, rows } of readSpans(source, loaded, windows)) loaded[span]?.columns.append(rows);
    for (const { columns } of loaded) {
      columns.trim();
      columns.markAll();
      await yieldToOthers();
    }
    const ofBranch = groupBy(loaded, ({ branch }) => branch);
    keep([...all().filter((one) => !ofBranch.get(one.branch)?.some((other) => covers(other, one))), ...loaded]);
  }

  /** Drops the columns that were not used for the longest time, until there is room for more courses. */
  function makeRoom(courses: number, used: ReadonlySet<CachedSpan>): void {
    let room = roomOf(all()) + courses;
    if (room <= mostCourses) return;
    fits = false;
    const dropped = new Set<CachedSpan>();
    for (const one of all().sort((a, b) => a.usedBy - b.usedBy)) {
      if (room <= mostCourses) break;
      if (used.has(one)) continue;
      dropped.add(one);
      room -= one.columns.room;
    }
    keep(all().filter((one) => !dropped.has(one)));
  }

  /** Applies what has changed in the branches since. Returns the spans that must be read again. */
  async function follow(
    spans: readonly CachedSpan[],
    readings: ReadonlyMap<number, BranchReading>,
  ): Promise<ReadonlySet<CachedSpan>> {
    const outdated = new Set<CachedSpan>();
    const behind: CachedSpan[] = [];
    for (const one of spans) {
      const branch = readings.get(one.branch);
      if (branch?.epoch !== one.epoch || branch.version < one.version) outdated.add(one);
      else if (branch.version > one.version) behind.push(one);
    }
    const changed = await changedOrders(behind);
    for (const one of behind) {
      const orders = changed.get(one) ?? [];
      if (orders.length > MAX_CHANGED_ORDERS || !(await replaceOrders(one, orders))) outdated.add(one);
      // Rows may be newer than this version, never older: changes after it are read again next time.
      else one.version = readings.get(one.branch)?.version ?? one.version;
    }
    for (const { branch, columns } of spans) columns.setCalendar(readings.get(branch) as BranchReading);
    return outdated;
  }

  async function changedOrders(behind: readonly CachedSpan[]): Promise<Map<CachedSpan, number[]>> {
    if (behind.length === 0) return new Map();
    const asked = JSON.stringify(behind.map(({ branch, version }, index) => [index, branch, version]));
    const rows = await source.$queryRawUnsafe<{ span: number | bigint; orderKey: number }[]>(CHANGED_ORDERS, asked);
    const orders = groupBy(rows, ({ span }) => behind[int(span)] as CachedSpan);
    return new Map([...orders].map(([one, ofSpan]) => [one, ofSpan.map(({ orderKey }) => orderKey)]));
  }

  /** Replaces changed orders that concern a span. False if other orders may now concern it too. */
  async function replaceOrders(one: CachedSpan, orders: readonly number[]): Promise<boolean> {
    const rowsOf = groupBy(await readOrders(source, orders), ({ orderKey }) => orderKey);
    const isOwn = ({ beganAt }: ReportRow) => beganAt >= one.from && beganAt < one.to;
    const rows: ReportRow[] = [];
    const keys = orders.filter((key) => {
      const ofOrder = rowsOf.get(key) ?? [];
      const isConcerned = one.columns.hasOrder(key) || ofOrder.some((row) => isOwn(row) || isNear(row, one.windows));
      if (isConcerned) rows.push(...ofOrder);
      return isConcerned;
    });
    if (rows.some((row) => isOwn(row) && !areStepsIn(row, one.windows))) return false;
    one.columns.replace(keys, rows);
    return true;
  }

  async function batches(spans: readonly Span[]): Promise<Span[][]> {
    fits ??= await doesEverythingFit();
    if (fits) return [[...spans]];
    const counts = await countCourses(source, spans.map(inWholeDays).map(around));
    const most = Math.min(BATCH_COURSES, mostOfQuery);
    const found: Span[][] = [];
    let courses = Number.POSITIVE_INFINITY;
    for (const [index, span] of spans.entries()) {
      courses += counts[index] ?? 0;
      if (courses <= most) found.at(-1)?.push(span);
      else {
        found.push([span]);
        courses = counts[index] ?? 0;
      }
    }
    return found;
  }

  return {
    current(spans) {
      const updated = last.then(() => update(spans));
      last = updated.catch(() => {});
      return updated;
    },
    batches,
  };
}

const covers = (one: Span, other: Span) => one.from <= other.from && one.to >= other.to;

function inWholeDays({ branch, from, to }: Span): Span {
  return {
    branch,
    from: from === ALWAYS_FROM ? from : Math.floor(from / DAY_MS) * DAY_MS,
    to: to === ALWAYS_TO ? to : Math.ceil(to / DAY_MS) * DAY_MS,
  };
}

function distinct(spans: readonly Span[]): Span[] {
  return [...new Map(spans.map((span) => [`${span.branch} ${span.from} ${span.to}`, span])).values()];
}
