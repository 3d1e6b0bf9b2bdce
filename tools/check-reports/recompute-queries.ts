import type { BranchRules } from './exported-course';
import {
  type classify,
  type Figures,
  isLate,
  isServeUnknown,
  median,
  passWait,
  preparation,
  quantile,
  summarize,
  weekdayOf,
} from './recompute';

// Recomputes from the export what the report pages query beside the summary, without the code of server/reports.
// Results are in seconds.

type ClassifiedCourse = ReturnType<typeof classify>[number];

const MAX_BUCKETS = 60;

/** Durations in ms of a measure: preparation, passWait, gap or visit. */
export function durationsOf(
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
export function recomputeDistribution(durations: readonly number[], bucketSeconds: number): Figures {
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

export function recomputeHeat(courses: readonly ClassifiedCourse[], rules: BranchRules): Figures[] {
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
      const late = measured.filter((course) => isLate(course, rules)).length;
      const p50 = median(measured.map((course) => preparation(course) / 1000));
      return { weekday, hour, isNextDay: nextDay === 1, count: courses.length, measured: measured.length, late, p50 };
    });
}

/** Targets by course number. Courses must be sorted newest first, like an export. */
export function recomputeTargets(courses: readonly ClassifiedCourse[], rules: BranchRules): Figures {
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

export function recomputeDataQuality(courses: readonly ClassifiedCourse[]): Figures {
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

export function recomputePosDifference(courses: readonly ClassifiedCourse[]): Figures {
  const differences = courses.flatMap((course) =>
    course.reason === null && course.pos !== null ? [course.pos - preparation(course) / 1000] : [],
  );
  return { n: differences.length, median: median(differences) };
}
