import type { BranchRules, ExportedCourse } from './exported-course';
import {
  classify,
  countFigures,
  differences,
  type Figures,
  GROUPINGS,
  isLate,
  isServeUnknown,
  median,
  passWait,
  preparation,
  quantile,
  recomputeSummary,
  summarize,
  visitDurations,
  weekdayOf,
} from './recompute';

// Recomputes from the export what the report pages query beside the summary, without the code of server/reports.
// Results are in seconds.
type ClassifiedCourse = ReturnType<typeof classify>[number];

const MAX_BUCKETS = 60;

/** A query of the API, and a predicate for the courses that it should select. */
type TestFilter = { query: Record<string, string>; selects: (course: ExportedCourse) => boolean };

/** Where the reported figures come from. Queries have the parameters of the API. */
export type Source = {
  summary: (query: Record<string, string>) => Promise<{ groups: readonly { key: string }[] }>;
  /** The figures of the report page beside the summary, of all courses of a branch; null if only the API is available. */
  page: ((branch: string, measure: (typeof MEASURES)[number]) => Promise<PageFigures>) | null;
};

const MEASURES = ['preparation', 'passWait', 'gap', 'visit'] as const;
export type PageFigures = {
  spread: { bucketSeconds: number };
  heat: unknown;
  targets: readonly { key: string; label: string; abbreviation: string | null }[];
  quality: { unitUnknown: unknown };
  pos: unknown;
};

export type CheckResult = { figures: number; differences: string[] };

/**
 * Compares all figures of a branch with the recomputed ones.
 * @param now server time, epoch ms
 */
export async function checkBranch(
  exported: readonly ExportedCourse[],
  rules: BranchRules,
  source: Source,
  now: number,
): Promise<CheckResult> {
  const branch = exported[0]?.branch ?? '';
  const courses = classify(exported);
  const visits = visitDurations(exported);
  const result: CheckResult = { figures: 0, differences: [] };
  const compare = (reported: unknown, recomputed: unknown, where: string) => {
    result.figures += countFigures(recomputed);
    result.differences.push(...differences(reported, recomputed, `branch ${branch}, ${where}`));
  };
  const unmarked = courses.filter(({ reason, marks }) => reason === 'bulk' && !marks.includes('bulk')).length;
  compare(unmarked, 0, 'bulk courses without the mark');

  for (const { query, selects } of testFilters(exported, now)) {
    const selected = courses.filter(selects);
    for (const groupBy of GROUPINGS) {
      const { groups } = await source.summary({ branch, groupBy, ...query });
      const where = `summary ${new URLSearchParams({ groupBy, ...query })}`;
      compare(byKey(groups), recomputeSummary(selected, visits, groupBy), where);
    }
  }
  if (!source.page) return result;
  for (const measure of MEASURES) {
    const { spread } = await source.page(branch, measure);
    const durations = durationsOf(courses, visits, measure);
    compare(spread, recomputeDistribution(durations, spread.bucketSeconds), `distribution of ${measure}`);
  }
  const page = await source.page(branch, 'preparation');
  compare(page.heat, recomputeHeat(courses), 'heat');
  compare(byKey(page.targets), recomputeTargets(courses, rules), 'targets');
  const { unitUnknown: _, ...quality } = page.quality;
  compare(quality, recomputeDataQuality(courses), 'data quality');
  compare(page.pos, recomputePosDifference(courses), 'difference to the POS');
  return result;
}

/** Groups by key, without labels, which are not compared. */
function byKey(groups: readonly { key: string }[]): Figures {
  return Object.fromEntries(
    groups.map((group) => {
      const { key, label: _, abbreviation: __, ...figures } = group as { key: string } & Record<string, unknown>;
      return [key, figures];
    }),
  );
}

/** Filters for every parameter, alone and combined, each of which selects some of these courses. */
function testFilters(courses: readonly ExportedCourse[], now: number): TestFilter[] {
  const middle = courses[courses.length >> 1];
  if (!middle) return [{ query: {}, selects: () => true }];
  const from = middle.began - 3 * 3_600_000;
  const isPastLimit = (course: ExportedCourse) => {
    const until = course.ready ?? (course.isOpen ? now : null);
    return course.start !== null && until !== null && isLate({ ...course, ready: until });
  };
  const range = { from: new Date(from).toISOString(), to: new Date(middle.began).toISOString() };
  const weekday = weekdayOf(middle.businessDay);
  const filters: TestFilter[] = [
    { query: {}, selects: () => true },
    { query: range, selects: ({ began }) => from <= began && began < middle.began },
    { query: { course: middle.course }, selects: ({ course }) => course === middle.course },
    {
      query: { course: middle.abbreviation.toLowerCase() },
      selects: ({ abbreviation }) => abbreviation.toLowerCase() === middle.abbreviation.toLowerCase(),
    },
    { query: { service: middle.service }, selects: ({ service }) => service === middle.service },
    { query: { orderKind: 'cafeteria' }, selects: ({ kind }) => kind === 'cafeteria' },
    { query: { state: 'COMPLETED' }, selects: ({ serve }) => serve !== null },
    { query: { state: 'READYFORPICKUP' }, selects: ({ serve, ready }) => serve === null && ready !== null },
    { query: { late: 'true' }, selects: isPastLimit },
    { query: { late: 'false' }, selects: (course) => !isPastLimit(course) },
    {
      query: { weekday: String(weekday), hour: String(middle.hour) },
      selects: ({ businessDay, hour }) => weekdayOf(businessDay) === weekday && hour === middle.hour,
    },
  ];
  const night = courses.find(({ isNextDay }) => isNextDay);
  if (night)
    filters.push({
      query: { hour: String(night.hour), nextDay: 'true' },
      selects: ({ hour, isNextDay }) => hour === night.hour && isNextDay,
    });
  const seated = courses.find(({ table, guests }) => table !== '' && guests !== 'none');
  if (!seated) return filters;
  return [
    ...filters,
    { query: { table: seated.table }, selects: ({ table }) => table === seated.table },
    { query: { guests: seated.guests }, selects: ({ guests }) => guests === seated.guests },
  ];
}

/** Durations in ms of a measure: preparation, passWait, gap or visit. */
function durationsOf(
  courses: readonly ClassifiedCourse[],
  visits: ReadonlyMap<string, number>,
  measure: string,
): number[] {
  if (measure === 'preparation') return courses.filter(({ reason }) => reason === null).map(preparation);
  if (measure === 'passWait') return courses.flatMap(passWait);
  if (measure === 'gap') return courses.flatMap(({ gap }) => gap ?? []);
  const orders = new Set(courses.filter((course) => !isServeUnknown(course)).map(({ order }) => order));
  return [...orders].flatMap((order) => visits.get(order) ?? []);
}

/** Histogram with at most 60 buckets; `beyond` counts longer durations. */
function recomputeDistribution(durations: readonly number[], bucketSeconds: number): Figures {
  const counts = new Map<number, number>();
  for (const ms of durations) {
    const bucket = Math.min(MAX_BUCKETS, Math.floor(ms / 1000 / bucketSeconds));
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const beyond = counts.get(MAX_BUCKETS);
  const size = beyond === undefined ? 1 + Math.max(-1, ...counts.keys()) : MAX_BUCKETS;
  return {
    bucketSeconds,
    buckets: Array.from({ length: size }, (_, bucket) => ({
      fromSeconds: bucket * bucketSeconds,
      count: counts.get(bucket) ?? 0,
    })),
    beyond: beyond === undefined ? null : { fromSeconds: MAX_BUCKETS * bucketSeconds, count: beyond },
    ...(summarize(durations) ?? { n: 0, p50: null, p80: null, p95: null, mean: null, max: null }),
  };
}

function recomputeHeat(courses: readonly ClassifiedCourse[]): Figures[] {
  const cells = new Map<string, ClassifiedCourse[]>();
  for (const course of courses) {
    const cell = `${weekdayOf(course.businessDay)} ${Number(course.isNextDay)} ${String(course.hour).padStart(2, '0')}`;
    const members = cells.get(cell) ?? [];
    members.push(course);
    cells.set(cell, members);
  }
  return [...cells]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([cell, courses]) => {
      const [weekday, nextDay, hour] = cell.split(' ').map(Number);
      const measured = courses.filter(({ reason }) => reason === null);
      const late = measured.filter(isLate).length;
      const p50 = median(measured.map((course) => preparation(course) / 1000));
      return { weekday, hour, isNextDay: nextDay === 1, count: courses.length, measured: measured.length, late, p50 };
    });
}

/** Targets by course number. Courses must be sorted newest first, like an export. */
function recomputeTargets(courses: readonly ClassifiedCourse[], rules: BranchRules): Figures {
  const numbers = [...new Set(courses.map(({ course }) => course))];
  return Object.fromEntries(
    numbers.map((number) => {
      const ofNumber = courses.filter(({ course }) => course === number);
      const measured = ofNumber.filter(({ reason }) => reason === null);
      const seconds = measured.map((course) => preparation(course) / 1000).sort((a, b) => a - b);
      const overruns = measured.flatMap((course) =>
        course.expected === null ? [] : [preparation(course) / 1000 - course.expected],
      );
      const p80 = seconds.length === 0 ? null : quantile(seconds, 0.8);
      const minutes = p80 === null || seconds.length < 20 ? null : Math.max(1, Math.ceil(p80 / 60));
      const limit = (minutes ?? 0) * 60 * (rules.latePercent / 100);
      const figures = {
        expected: ofNumber.find(({ expected }) => expected !== null)?.expected ?? null,
        n: measured.length,
        compared: overruns.length,
        bias: median(overruns),
        overShare: overruns.length === 0 ? null : overruns.filter((seconds) => seconds > 0).length / overruns.length,
        p50: seconds.length === 0 ? null : quantile(seconds, 0.5),
        p80,
        suggestedMinutes: minutes,
        lateWithSuggested:
          minutes === null ? null : seconds.filter((duration) => duration > limit).length / seconds.length,
      };
      return [number, figures];
    }),
  );
}

function recomputeDataQuality(courses: readonly ClassifiedCourse[]): Figures {
  const excluded: Record<string, number> = {};
  for (const { reason } of courses) if (reason !== null) excluded[reason] = (excluded[reason] ?? 0) + 1;
  return {
    count: courses.length,
    measured: courses.filter(({ reason }) => reason === null).length,
    complete: courses.filter(({ start, ready, serve }) => start !== null && ready !== null && serve !== null).length,
    excluded,
    autoClosed: courses.filter(({ closedBy }) => closedBy === 'heatlamp').length,
    presumedServed: courses.filter(({ marks }) => marks.includes('presumed-served')).length,
    open: courses.filter(({ isOpen }) => isOpen).length,
  };
}

function recomputePosDifference(courses: readonly ClassifiedCourse[]): Figures {
  const differences = courses.flatMap((course) =>
    course.reason === null && course.pos !== null ? [course.pos - preparation(course) / 1000] : [],
  );
  return { n: differences.length, median: median(differences) };
}
