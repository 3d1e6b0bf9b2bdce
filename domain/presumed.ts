import type { OrderKind, PresumedReason } from '../contract/live';
import type { CourseSteps } from './course-times';
import type { Instant } from './fact';
import type { Limits } from './limits';
import type { Noted } from './note';

/** F22: since when a ready course counts as served although nobody pressed it, and why. */
export type Presumed = { at: Instant; reason: PresumedReason };

/** What F22 needs to know of a course: its steps, its order's kind, and what people tapped on it. */
export type PresumableCourse = CourseSteps & { order: { kind: OrderKind }; noted: Noted };
type ServeLimits = Pick<Limits, 'readyLateMs' | 'counterPresumedMs'>;

/** What F22 looks at beside a course. */
export type Company = {
  /** All courses of its order. */
  courses: readonly CourseSteps[];
  /** When its order came to its table. */
  seatedAt: Instant;
  /** When the first other order came to that table after an instant; null where none did. */
  nextArrival: (after: Instant) => Instant | null;
};

/** F22: when a course is presumed served; null for never. May lie in the future. The earliest reason wins. */
export function presumedServed(
  course: PresumableCourse,
  { courses, seatedAt, nextArrival }: Company,
  limits: ServeLimits,
): Presumed | null {
  const { readyAt, servedAt, noted, order } = course;
  if (readyAt === null || servedAt !== null || noted.collected || noted.stillHere) return null;
  const reasons: Presumed[] = [];
  const presumedFrom = (signAt: Instant, reason: PresumedReason) =>
    reasons.push({ at: Math.max(signAt, readyAt) + limits.readyLateMs, reason });

  for (const other of courses)
    if (other.servedAt !== null && isReadyAfter(other, readyAt)) presumedFrom(other.servedAt, 'later-course');
  // A party whose kitchen still works for it has not left, whoever else sits down there.
  const lastCooked = courses.reduce((last, other) => Math.max(last, cookedUntil(other)), readyAt);
  const takenAt = nextArrival(Math.max(lastCooked, seatedAt));
  if (takenAt !== null) presumedFrom(takenAt, 'table-retaken');
  if (order.kind === 'cafeteria') reasons.push({ at: readyAt + limits.counterPresumedMs, reason: 'counter-wait' });

  return reasons.reduce<Presumed | null>((first, each) => (first && first.at <= each.at ? first : each), null);
}

/**
 * Answers `Company.nextArrival` for a table at which orders arrived at these instants, in any order. A binary search,
 * because a table in a test or a benchmark can have thousands of orders.
 */
export function nextArrivalAmong(arrivals: Iterable<Instant>): Company['nextArrival'] {
  const ascending = [...arrivals].sort((a, b) => a - b);
  return (after) => {
    let low = 0;
    let high = ascending.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ascending[middle] as Instant) > after) high = middle;
      else low = middle + 1;
    }
    return ascending[low] ?? null;
  };
}

/** Whether a course became ready after an instant, as far as its steps prove it. */
function isReadyAfter({ startedAt, readyAt }: CourseSteps, at: Instant): boolean {
  const known = readyAt ?? startedAt;
  return known !== null && known > at;
}

/** The last instant at which the kitchen worked on a course: without end while it cooks. */
function cookedUntil({ startedAt, readyAt, servedAt }: CourseSteps): Instant {
  if (readyAt !== null) return readyAt;
  return servedAt === null ? Number.POSITIVE_INFINITY : (startedAt ?? Number.NEGATIVE_INFINITY);
}
