import type { ExportedCourse } from './exported-course';

// Recomputes every figure from the exported courses alone. It shares no code with the server, and implements
// docs/contract.md.

export type Figures = Record<string, unknown>;

/**
 * A course, the reason why its preparation is not measured (null if it is), and the gap to the order's next serve in
 * ms.
 */
type ClassifiedCourse = ExportedCourse & { reason: string | null; gap: number | null };

const BULK_WITHIN_MS = 5_000;

/** Determines the reason and the gap of each course. Needs all courses of a branch. */
export function classify(courses: readonly ExportedCourse[]): ClassifiedCourse[] {
  const inBulk = new Set([...bulkCourses(courses, 'ready'), ...bulkCourses(courses, 'serve')]);
  const serves = new Map<string, number[]>();
  for (const { order, serve } of courses) if (serve !== null) serves.set(order, [...(serves.get(order) ?? []), serve]);
  return courses.map((course) => {
    const laterServes =
      course.serve === null ? [] : (serves.get(course.order) ?? []).filter((at) => at > (course.serve ?? 0));
    let reason: string | null = null;
    if (course.start === null) reason = 'no-start';
    else if (course.ready === null) reason = 'no-ready';
    else if (course.marks.includes('clock')) reason = 'clock';
    else if (inBulk.has(course)) reason = 'bulk';
    return { ...course, reason, gap: laterServes.length === 0 ? null : Math.min(...laterServes) - (course.serve ?? 0) };
  });
}

/** Courses with the same step within five seconds: at least six, of at least three orders. */
function bulkCourses(courses: readonly ExportedCourse[], step: 'ready' | 'serve'): ExportedCourse[] {
  const result: ExportedCourse[] = [];
  for (const branch of new Set(courses.map((course) => course.branch))) {
    const steps = courses
      .flatMap((course) => (course.branch === branch && course[step] !== null ? [{ at: course[step], course }] : []))
      .sort((a, b) => a.at - b.at);
    for (let first = 0; first < steps.length; first += 1) {
      const from = steps[first]?.at ?? 0;
      let end = first;
      while (end < steps.length && (steps[end]?.at ?? 0) - from <= BULK_WITHIN_MS) end += 1;
      const group = steps.slice(first, end).map(({ course }) => course);
      if (group.length >= 6 && new Set(group.map(({ order }) => order)).size >= 3) result.push(...group);
    }
  }
  return result;
}

/** Whether the serve of a course is unknown: it was closed by Heatlamp, or presumed served. */
export function isServeUnknown({ closedBy, marks }: Pick<ExportedCourse, 'closedBy' | 'marks'>): boolean {
  return closedBy === 'heatlamp' || marks.includes('presumed-served');
}

/** Duration of each table's visit in ms. Orders without a start, or without the serve of their last course, are omitted. */
export function visitDurations(courses: readonly ExportedCourse[]): Map<string, number> {
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  const unknown = new Map<string, number>();
  for (const course of courses) {
    const { order, start, serve } = course;
    if (course.kind !== 'table') continue;
    if (isServeUnknown(course)) {
      if (start !== null) unknown.set(order, Math.max(start, unknown.get(order) ?? start));
      continue;
    }
    if (start !== null && start < (first.get(order) ?? Number.POSITIVE_INFINITY)) first.set(order, start);
    if (serve !== null && serve > (last.get(order) ?? Number.NEGATIVE_INFINITY)) last.set(order, serve);
  }
  return new Map(
    [...last].flatMap(([order, at]) => {
      const began = first.get(order);
      return began === undefined || began > at || at < (unknown.get(order) ?? at) ? [] : [[order, at - began] as const];
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

/** The summary's figures by the key of each group. */
export function recomputeSummary(
  courses: readonly ClassifiedCourse[],
  visits: ReadonlyMap<string, number>,
  grouping: string,
): Figures {
  const groups: Record<string, ClassifiedCourse[]> = grouping === 'none' ? { all: [] } : {};
  for (const course of courses) {
    const key = KEYS[grouping]?.(course) ?? '';
    const members = groups[key] ?? [];
    members.push(course);
    groups[key] = members;
  }
  return Object.fromEntries(
    Object.entries(groups).map(([key, courses]) => {
      const measured = courses.filter(({ reason }) => reason === null);
      const orders = new Set(courses.filter((course) => !isServeUnknown(course)).map(({ order }) => order));
      const excluded: Record<string, number> = {};
      for (const { reason } of courses) if (reason !== null) excluded[reason] = (excluded[reason] ?? 0) + 1;
      const figures = {
        count: courses.length,
        measured: measured.length,
        preparation: summarize(measured.map(preparation)),
        passWait: summarize(courses.flatMap(passWait)),
        gap: summarize(courses.flatMap(({ gap }) => gap ?? [])),
        visit: summarize([...orders].flatMap((order) => visits.get(order) ?? [])),
        expected: median(courses.flatMap(({ expected }) => expected ?? [])),
        lateRate: measured.length === 0 ? null : measured.filter(isLate).length / measured.length,
        excluded,
        serves: serves(courses),
      };
      return [key, figures];
    }),
  );
}

/** Courses of which it is known whether *served* was pressed: not those that still stand on the pass. */
function serves(courses: readonly ClassifiedCourse[]): Figures {
  const ready = courses.filter(({ ready }) => ready !== null);
  const pressed = ready.filter(({ serve }) => serve !== null).length;
  const standing = ready.filter(
    ({ serve, isOpen, marks }) => serve === null && isOpen && !marks.includes('presumed-served'),
  );
  return { n: ready.length - standing.length, pressed };
}

export function preparation({ start, ready }: ExportedCourse): number {
  return (ready ?? 0) - (start ?? 0);
}

export function passWait({ ready, serve }: ExportedCourse): number[] {
  return ready === null || serve === null || serve < ready ? [] : [serve - ready];
}

export function isLate(course: ExportedCourse): boolean {
  return preparation(course) > course.limit;
}

export function median(values: readonly number[]): number | null {
  return values.length === 0
    ? null
    : quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      );
}

/** Percentiles, mean and maximum in seconds of durations in ms. */
export function summarize(durations: readonly number[]): Figures | null {
  if (durations.length === 0) return null;
  const sorted = durations.map((ms) => ms / 1000).sort((a, b) => a - b);
  return {
    n: sorted.length,
    p50: quantile(sorted, 0.5),
    p80: quantile(sorted, 0.8),
    p95: quantile(sorted, 0.95),
    mean: sorted.reduce((sum, seconds) => sum + seconds, 0) / sorted.length,
    max: sorted.at(-1),
  };
}

/** Quantile by linear interpolation (Hyndman and Fan, type 7). */
export function quantile(sorted: readonly number[], p: number): number {
  const h = (sorted.length - 1) * p;
  const j = Math.trunc(h);
  const lower = sorted[j] ?? Number.NaN;
  return j + 1 < sorted.length ? lower + (h - j) * ((sorted[j + 1] ?? lower) - lower) : lower;
}

const RELATIVE_TOLERANCE = 1e-6;

/** Describes the differences between two trees of figures. Numbers may differ by rounding errors. */
export function differences(reported: unknown, recomputed: unknown, where: string): string[] {
  if (typeof reported === 'number' && typeof recomputed === 'number') {
    const isSame = Math.abs(reported - recomputed) <= RELATIVE_TOLERANCE * Math.max(1, Math.abs(reported));
    return isSame ? [] : [`${where}: reported ${reported}, recomputed ${recomputed}`];
  }
  if (isTree(reported) && isTree(recomputed)) {
    const keys = [...new Set([...Object.keys(reported), ...Object.keys(recomputed)])];
    return keys.flatMap((key) => differences(reported[key], recomputed[key], `${where} / ${key}`));
  }
  return Object.is(reported, recomputed)
    ? []
    : [`${where}: reported ${JSON.stringify(reported)}, recomputed ${JSON.stringify(recomputed)}`];
}

/** Number of leaves in a tree. */
export function countFigures(tree: unknown): number {
  return isTree(tree) ? Object.values(tree).reduce<number>((sum, part) => sum + countFigures(part), 0) : 1;
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
