import { groupBy } from '../../lib/group';
import { DAY_MS } from '../../lib/time-units';
import { type BranchReading, branchReadings } from '../sql/branch-readings';
import { type Int, int } from '../sql/int';
import { countUpTo } from '../sql/report-statements';
import type { Source } from '../sql/statements';
import { COURSE_BYTES } from './allocate-columns';
import { type CachedSpan, createCachedSpans, roomOf } from './cached-spans';
import { BranchColumns } from './columns';
import { type Dictionaries, newDictionaries } from './dictionaries';
import { followSpans } from './follow-spans';
import { countCourses, readEverything, readSpans, readWindows, yieldToOthers } from './read-spans';
import { ALWAYS_FROM, ALWAYS_TO, around, type Span } from './step-windows';
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

type Cache = {
  current: (spans: readonly Span[]) => Promise<CurrentColumns>;
  batches: (spans: readonly Span[]) => Promise<Span[][]>;
};

/** Spans are read in whole days (UTC), so that a query for a slightly longer one finds them. */
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
  const cached = createCachedSpans(mostCourses);
  /** A page compares two periods: reading one must not drop the other. */
  const mostOfQuery = Math.floor(mostCourses / 2);
  const dictionaries = newDictionaries();
  let queries = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** Whether all courses of the database fit in the memory; null if unknown. */
  let fits: boolean | null = null;

  async function update(spans: readonly Span[]): Promise<CurrentColumns> {
    queries += 1;
    for (;;) {
      const readings = await branchReadings(source);
      fits ??= await doesEverythingFit(source, mostCourses);
      const existing = spans.filter(({ branch }) => readings.has(branch));
      const isFirst = fits && cached.isEmpty();
      const missing = isFirst ? [...readings.keys()].map(everythingOf) : existing.filter((span) => !cached.find(span));
      const used = new Set(existing.flatMap((span) => cached.find(span) ?? []));
      if (missing.length > 0) {
        await load(missing, readings, used, isFirst);
        continue;
      }
      const outdated = await followSpans(source, [...used], readings);
      if (outdated.size > 0) {
        cached.remove(outdated);
        continue;
      }
      for (const one of used) one.usedBy = queries;
      makeRoom(0, used);
      return {
        columns: spans.map((span) => (readings.has(span.branch) ? (cached.find(span)?.columns ?? null) : null)),
        readings,
        dictionaries,
        has: cached.has,
        mostCourses,
      };
    }
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
    cached.add(loaded);
  }

  function makeRoom(courses: number, used: ReadonlySet<CachedSpan>): void {
    if (!cached.makeRoom(courses, used)) fits = false;
  }

  return {
    current(spans) {
      const updated = last.then(() => update(spans));
      last = updated.catch(() => {});
      return updated;
    },
    async batches(spans) {
      fits ??= await doesEverythingFit(source, mostCourses);
      if (fits) return [[...spans]];
      const counts = await countCourses(source, spans.map(inWholeDays).map(around));
      return batchesOf(spans, counts, Math.min(BATCH_COURSES, mostOfQuery));
    },
  };
}

async function doesEverythingFit(source: Source, mostCourses: number): Promise<boolean> {
  const [found] = await source.$queryRawUnsafe<{ count: Int }[]>(countUpTo(mostCourses));
  return int(found?.count ?? 0) < mostCourses;
}

/** Splits spans into batches of at most `most` courses. `counts` is the number of courses of each span. */
function batchesOf(spans: readonly Span[], counts: readonly number[], most: number): Span[][] {
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
