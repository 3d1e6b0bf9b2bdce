import type { Instant } from './fact';

/** Why the preparation of a course does not count, in the order in which reasons are looked for (F13). */
export const EXCLUSIONS = ['no-start', 'no-ready', 'clock', 'bulk'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

export type CourseSteps = { startedAt: Instant | null; readyAt: Instant | null; servedAt: Instant | null };

/** F13: the one reason for which the preparation of a course does not count; null where it does. */
export function exclusionOf(course: {
  hasStart: boolean;
  hasReady: boolean;
  isClockSkewed: boolean;
  isBulk: boolean;
}): Exclusion | null {
  if (!course.hasStart) return 'no-start';
  if (!course.hasReady) return 'no-ready';
  if (course.isClockSkewed) return 'clock';
  return course.isBulk ? 'bulk' : null;
}

/** F15a: how long a course waited on the pass, in ms; null where that is not known, or the clocks contradict it. */
export function passWaitMs(readyAt: Instant | null, servedAt: Instant | null): number | null {
  return readyAt === null || servedAt === null || servedAt < readyAt ? null : servedAt - readyAt;
}

/** F15b: for each course of an order, how long after its serve the next serve came, in ms. */
export function gapsMs(courses: readonly Pick<CourseSteps, 'servedAt'>[]): (number | null)[] {
  const serves = [...new Set(courses.flatMap(({ servedAt }) => servedAt ?? []))].sort((a, b) => a - b);
  const gapAfter = new Map(serves.slice(1).map((at, index) => [serves[index], at - (serves[index] ?? at)]));
  return courses.map(({ servedAt }) => (servedAt === null ? null : (gapAfter.get(servedAt) ?? null)));
}

/** F15c: how long an order took from its first start to its last serve, in ms; null where one of them is missing. */
export function visitMs(courses: readonly (CourseSteps & { isAutoClosed: boolean })[]): number | null {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { startedAt, servedAt, isAutoClosed } of courses) {
    if (isAutoClosed) continue;
    if (startedAt !== null) first = Math.min(first, startedAt);
    if (servedAt !== null) last = Math.max(last, servedAt);
  }
  return last >= first && Number.isFinite(last - first) ? last - first : null;
}
