import type { Exclusion } from '../contract/constants';
import type { Overtime } from '../contract/history';
import type { ClosedBy } from '../contract/live';
import type { Serves } from '../contract/reports';
import { placeAfter } from '../lib/collections';
import { MINUTE_MS } from '../lib/time';
import type { CourseSteps, Instant } from './fact';
import type { Limits } from './limits';
import { cookingDeadlines, type KeptTicket } from './ticket';

type Course = Pick<KeptTicket, 'startedAt' | 'readyAt' | 'servedAt' | 'closedAt' | 'effects' | 'presumed'>;

/** With fewer courses than this, percentiles are not meaningful. */
export const ENOUGH_COURSES = 20;

/** F13: why the preparation time of a course is excluded from figures; null if it counts. */
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

/**
 * F15a: how long a course waited on the pass, in ms; null if a step is missing or the serve is before the completion.
 */
export function passWaitMs(readyAt: Instant | null, servedAt: Instant | null): number | null {
  return readyAt === null || servedAt === null || servedAt < readyAt ? null : servedAt - readyAt;
}

/** F15b: for each course of an order, the time from its serve to the next serve, in ms; null if there is none. */
export function gapsMs(courses: readonly Pick<CourseSteps, 'servedAt'>[]): (number | null)[] {
  const serves: Instant[] = [];
  for (const { servedAt } of courses) if (servedAt !== null) serves.push(servedAt);
  serves.sort((a, b) => a - b);
  return courses.map(({ servedAt }) => {
    if (servedAt === null) return null;
    const next = serves[placeAfter(serves, servedAt)];
    return next === undefined ? null : next - servedAt;
  });
}

/** F15c, F22d: whether a course is ignored for the length of a visit: auto-closed, or only presumed served. */
export function isForgotten(course: { closedBy: ClosedBy | null; isPresumed: boolean }): boolean {
  return course.closedBy === 'heatlamp' || course.isPresumed;
}

/**
 * F15c: the time from the first start of an order at a table to its last serve, in ms. Null if either is missing, and if
 * the serve of a later course is not known.
 */
export function visitMs(
  courses: readonly (Pick<CourseSteps, 'startedAt' | 'servedAt'> & {
    closedBy: ClosedBy | null;
    isPresumed: boolean;
  })[],
): number | null {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let forgotten = Number.NEGATIVE_INFINITY;
  for (const course of courses) {
    const { startedAt, servedAt } = course;
    if (isForgotten(course)) {
      forgotten = Math.max(forgotten, startedAt ?? forgotten);
      continue;
    }
    if (startedAt !== null) first = Math.min(first, startedAt);
    if (servedAt !== null) last = Math.max(last, servedAt);
  }
  return last >= first && last >= forgotten && Number.isFinite(last - first) ? last - first : null;
}

/** F15d: serves of fewer of the courses than this, of at least so many, are rare. */
const RARE_BELOW = 0.6;
const RARE_FROM = 20;

/** F15d: whether *served* is pressed so rarely that what depends on it says little. */
export function areServesRare({ n, pressed }: Serves): boolean {
  return n >= RARE_FROM && pressed < n * RARE_BELOW;
}

/** F18: the suggested target in whole minutes, which 80 % of the preparations would have met. `p80` is in ms. */
export function suggestedMinutes(p80: number): number {
  return Math.max(1, Math.ceil(p80 / MINUTE_MS));
}

/**
 * F11: the overtime of a course at `now` (POS time). Steps that the POS did not report are unknown for a closed course
 * and cause no overtime; neither does the time on the pass of a course that is presumed served (F22).
 */
export function overtimeOf(course: Course, expectedSeconds: number | null, limits: Limits, now: Instant): Overtime {
  const { startedAt, readyAt, servedAt, closedAt, effects, presumed } = course;
  const open = closedAt === null ? now : null;
  const cookedUntil = readyAt ?? open;
  const { lateAt } = cookingDeadlines(startedAt, expectedSeconds, limits);
  const cookingMs = cookedUntil === null || lateAt === null ? 0 : cookedUntil - lateAt;
  const taken = [servedAt, effects.collected?.at ?? null].filter((at) => at !== null);
  const leftPassAt = taken.length > 0 ? Math.min(...taken) : presumed ? null : open;
  const passMs = readyAt === null || leftPassAt === null ? 0 : leftPassAt - readyAt - limits.readyLateMs;
  const isLate = lateAt !== null && (readyAt === null ? open !== null && open >= lateAt : readyAt > lateAt);
  return { isLate, cookingMs: Math.max(0, cookingMs), passMs: Math.max(0, passMs) };
}
