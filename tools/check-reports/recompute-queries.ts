import type { BranchRules } from './exported-course';
import {
  type Figures,
  isForgotten,
  isLate,
  type judge,
  median,
  passWait,
  preparation,
  quantile,
  spread,
  weekdayOf,
} from './recompute';

// Recomputes the queries of pages other than the summary. Times in seconds.

type Judged = ReturnType<typeof judge>[number];

const MOST_BUCKETS = 60;

/** Times in ms that are counted for a measure. */
export function timesOf(judged: readonly Judged[], visits: ReadonlyMap<string, number>, of: string): number[] {
  if (of === 'preparation') return judged.filter(({ reason }) => reason === null).map(preparation);
  if (of === 'passWait') return judged.flatMap(passWait);
  if (of === 'gap') return judged.flatMap(({ gap }) => gap ?? []);
  const orders = new Set(judged.filter((course) => !isForgotten(course)).map(({ order }) => order));
  return [...orders].flatMap((order) => visits.get(order) ?? []);
}

/** Counts by buckets of `bucketSeconds`; `beyond` counts the times after the sixtieth bucket. */
export function recomputeDistribution(times: readonly number[], bucketSeconds: number): Figures {
  const counts = new Map<number, number>();
  for (const ms of times) {
    const bucket = Math.min(MOST_BUCKETS, Math.floor(ms / 1000 / bucketSeconds));
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const beyond = counts.get(MOST_BUCKETS);
  const used = beyond === undefined ? 1 + Math.max(-1, ...counts.keys()) : MOST_BUCKETS;
  return {
    bucketSeconds,
    buckets: Array.from({ length: used }, (_, bucket) => ({
      fromSeconds: bucket * bucketSeconds,
      count: counts.get(bucket) ?? 0,
    })),
    beyond: beyond === undefined ? null : { fromSeconds: MOST_BUCKETS * bucketSeconds, count: beyond },
    ...(spread(times) ?? { n: 0, p50: null, p80: null, p95: null, mean: null, max: null }),
  };
}

export function recomputeHeat(judged: readonly Judged[], rules: BranchRules): Figures[] {
  const cells = new Map<string, Judged[]>();
  for (const course of judged) {
    const cell = `${weekdayOf(course.businessDay)} ${String(course.hour).padStart(2, '0')}`;
    const there = cells.get(cell) ?? [];
    there.push(course);
    cells.set(cell, there);
  }
  return [...cells]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([cell, courses]) => {
      const [weekday, hour] = cell.split(' ').map(Number);
      const counting = courses.filter(({ reason }) => reason === null);
      const late = counting.filter((course) => isLate(course, rules)).length;
      const p50 = median(counting.map((course) => preparation(course) / 1000));
      return { weekday, hour, count: courses.length, measured: counting.length, late, p50 };
    });
}

/** By course number. Courses must be sorted newest first, as exported. */
export function recomputeTargets(judged: readonly Judged[], rules: BranchRules): Figures {
  const numbers = [...new Set(judged.map(({ course }) => course))];
  return Object.fromEntries(
    numbers.map((number) => {
      const courses = judged.filter(({ course }) => course === number);
      const counting = courses.filter(({ reason }) => reason === null);
      const seconds = counting.map((course) => preparation(course) / 1000).sort((a, b) => a - b);
      const beyond = counting.flatMap((course) =>
        course.expected === null ? [] : [preparation(course) / 1000 - course.expected],
      );
      const p80 = seconds.length === 0 ? null : quantile(seconds, 0.8);
      const minutes = p80 === null || seconds.length < 20 ? null : Math.max(1, Math.ceil(p80 / 60));
      const limit = (minutes ?? 0) * 60 * (rules.latePercent / 100);
      const figures = {
        expected: courses.find(({ expected }) => expected !== null)?.expected ?? null,
        n: counting.length,
        compared: beyond.length,
        bias: median(beyond),
        overShare: beyond.length === 0 ? null : beyond.filter((over) => over > 0).length / beyond.length,
        p50: seconds.length === 0 ? null : quantile(seconds, 0.5),
        p80,
        suggestedMinutes: minutes,
        lateWithSuggested: minutes === null ? null : seconds.filter((took) => took > limit).length / seconds.length,
      };
      return [number, figures];
    }),
  );
}

export function recomputeDataQuality(judged: readonly Judged[]): Figures {
  const excluded: Record<string, number> = {};
  for (const { reason } of judged) if (reason !== null) excluded[reason] = (excluded[reason] ?? 0) + 1;
  return {
    count: judged.length,
    measured: judged.filter(({ reason }) => reason === null).length,
    complete: judged.filter(({ start, ready, serve }) => start !== null && ready !== null && serve !== null).length,
    excluded,
    autoClosed: judged.filter(({ closedBy }) => closedBy === 'heatlamp').length,
    presumedServed: judged.filter(({ marks }) => marks.includes('presumed-served')).length,
    open: judged.filter(({ isOpen }) => isOpen).length,
  };
}

export function recomputePosDifference(judged: readonly Judged[]): Figures {
  const differences = judged.flatMap((course) =>
    course.reason === null && course.pos !== null ? [course.pos - preparation(course) / 1000] : [],
  );
  return { n: differences.length, median: median(differences) };
}
