import type { BranchRules, ExportedCourse } from './exported-course';

// Recomputes every figure from the exported courses alone, independently of the server's code: this file implements only
// the contract.

export type Figures = Record<string, unknown>;

/** For each course, why its preparation does not count, and its own times. */
type Judged = ExportedCourse & { reason: string | null; gap: number | null };

const FIVE_SECONDS = 5_000;

/** Judges each course in the context of all courses of its branch. */
export function judge(courses: readonly ExportedCourse[]): Judged[] {
  const inBulk = new Set([...bulkOf(courses, 'ready'), ...bulkOf(courses, 'serve')]);
  const serves = new Map<string, number[]>();
  for (const { order, serve } of courses) if (serve !== null) serves.set(order, [...(serves.get(order) ?? []), serve]);
  return courses.map((course) => {
    const later =
      course.serve === null ? [] : (serves.get(course.order) ?? []).filter((at) => at > (course.serve ?? 0));
    let reason: string | null = null;
    if (course.start === null) reason = 'no-start';
    else if (course.ready === null) reason = 'no-ready';
    else if (course.marks.includes('clock')) reason = 'clock';
    else if (inBulk.has(course)) reason = 'bulk';
    return { ...course, reason, gap: later.length === 0 ? null : Math.min(...later) - (course.serve ?? 0) };
  });
}

function bulkOf(courses: readonly ExportedCourse[], step: 'ready' | 'serve'): ExportedCourse[] {
  const found: ExportedCourse[] = [];
  for (const branch of new Set(courses.map((course) => course.branch))) {
    const steps = courses
      .flatMap((course) => (course.branch === branch && course[step] !== null ? [{ at: course[step], course }] : []))
      .sort((a, b) => a.at - b.at);
    for (let first = 0; first < steps.length; first += 1) {
      const from = steps[first]?.at ?? 0;
      let end = first;
      while (end < steps.length && (steps[end]?.at ?? 0) - from <= FIVE_SECONDS) end += 1;
      const together = steps.slice(first, end).map(({ course }) => course);
      if (together.length >= 6 && new Set(together.map(({ order }) => order)).size >= 3) found.push(...together);
    }
  }
  return found;
}

/** Whether the serve of a course is unknown: it was closed by Heatlamp, or presumed served. */
export function isForgotten({ closedBy, marks }: Pick<ExportedCourse, 'closedBy' | 'marks'>): boolean {
  return closedBy === 'heatlamp' || marks.includes('presumed-served');
}

/** The length of the visit of each order; orders without one are omitted. */
export function visitsOf(courses: readonly ExportedCourse[]): Map<string, number> {
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  for (const course of courses) {
    if (isForgotten(course)) continue;
    const { order, start, serve } = course;
    if (start !== null && start < (first.get(order) ?? Number.POSITIVE_INFINITY)) first.set(order, start);
    if (serve !== null && serve > (last.get(order) ?? Number.NEGATIVE_INFINITY)) last.set(order, serve);
  }
  return new Map(
    [...last].flatMap(([order, at]) => {
      const began = first.get(order);
      return began === undefined || began > at ? [] : [[order, at - began] as const];
    }),
  );
}

/** The key of a course in each grouping. */
const KEYS: Record<string, (course: ExportedCourse) => string> = {
  course: ({ course }) => course,
  day: ({ businessDay }) => businessDay,
  week: ({ businessDay }) => mondayOf(businessDay),
  hour: ({ hour }) => String(hour),
  weekday: ({ businessDay }) => String(weekdayOf(businessDay)),
  service: ({ service }) => service,
  kind: ({ kind }) => kind,
  party: ({ guests }) => guests,
  branch: ({ branch }) => branch,
  none: () => 'all',
};
export const GROUPINGS = Object.keys(KEYS);

function mondayOf(day: string): string {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return new Date(noon - (weekdayOf(day) - 1) * 86_400_000).toISOString().slice(0, 10);
}

export function weekdayOf(day: string): number {
  return ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

/** A summary by key. */
export function summaryOf(
  courses: readonly Judged[],
  visits: ReadonlyMap<string, number>,
  grouping: string,
  house: BranchRules,
): Figures {
  const groups: Record<string, Judged[]> = grouping === 'none' ? { all: [] } : {};
  for (const course of courses) {
    const key = KEYS[grouping]?.(course) ?? '';
    const members = groups[key] ?? [];
    members.push(course);
    groups[key] = members;
  }
  return Object.fromEntries(
    Object.entries(groups).map(([key, courses]) => {
      const counting = courses.filter(({ reason }) => reason === null);
      const orders = new Set(courses.filter((course) => !isForgotten(course)).map(({ order }) => order));
      const excluded: Record<string, number> = {};
      for (const { reason } of courses) if (reason !== null) excluded[reason] = (excluded[reason] ?? 0) + 1;
      const figures = {
        count: courses.length,
        measured: counting.length,
        preparation: spread(counting.map(preparation)),
        passWait: spread(courses.flatMap(passWait)),
        gap: spread(courses.flatMap(({ gap }) => gap ?? [])),
        visit: spread([...orders].flatMap((order) => visits.get(order) ?? [])),
        expected: median(courses.flatMap(({ expected }) => expected ?? [])),
        lateRate:
          counting.length === 0 ? null : counting.filter((course) => isLate(course, house)).length / counting.length,
        excluded,
      };
      return [key, figures];
    }),
  );
}

export function preparation({ start, ready }: ExportedCourse): number {
  return (ready ?? 0) - (start ?? 0);
}

export function passWait({ ready, serve }: ExportedCourse): number[] {
  return ready === null || serve === null || serve < ready ? [] : [serve - ready];
}

export function isLate(course: ExportedCourse, { latePercent, fallbackLateMinutes }: BranchRules): boolean {
  const limit =
    course.expected === null ? fallbackLateMinutes * 60_000 : Math.round(course.expected * 10 * latePercent);
  return preparation(course) > limit;
}

export function median(values: readonly number[]): number | null {
  return values.length === 0
    ? null
    : quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      );
}

/** In seconds, of times in milliseconds. */
export function spread(times: readonly number[]): Figures | null {
  if (times.length === 0) return null;
  const sorted = times.map((ms) => ms / 1000).sort((a, b) => a - b);
  return {
    n: sorted.length,
    p50: quantile(sorted, 0.5),
    p80: quantile(sorted, 0.8),
    p95: quantile(sorted, 0.95),
    mean: sorted.reduce((sum, seconds) => sum + seconds, 0) / sorted.length,
    max: sorted.at(-1),
  };
}

/** Hyndman and Fan's seventh definition. */
export function quantile(sorted: readonly number[], p: number): number {
  const h = (sorted.length - 1) * p;
  const j = Math.trunc(h);
  const lower = sorted[j] ?? Number.NaN;
  return j + 1 < sorted.length ? lower + (h - j) * ((sorted[j + 1] ?? lower) - lower) : lower;
}
