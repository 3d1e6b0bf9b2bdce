import type { OrderKind } from '../contract/constants';
import type { PresumedReason } from '../contract/live';
import { placeAfter } from '../lib/collections';
import type { CourseSteps, Instant } from './fact';
import type { Limits } from './limits';
import type { ActionEffects } from './ticket-action';

/** F22: since when a ready course counts as served without a serve from the POS, and why. */
export type Presumed = { at: Instant; reason: PresumedReason };

/** The input of F22: the steps of a course, its order's kind, and its actions. */
type PresumableCourse = CourseSteps & { order: { kind: OrderKind }; effects: ActionEffects };
export type PresumingLimits = Pick<
  Limits,
  'readyLateMs' | 'counterPresumedMs' | 'tablePresumedMs' | 'followedPresumedMs' | 'claimHoldsMs'
>;

/** The context of a course for F22. */
export type Company = {
  /** All courses of its order. */
  courses: readonly CourseSteps[];
  /** When its order came to its table. */
  seatedAt: Instant;
  /** When the first other order came to that table after an instant; null if none did. */
  nextArrival: (after: Instant) => Instant | null;
};

/** F22: when a course is presumed served, for the earliest reason; null for never. May lie in the future. */
export function presumedServed(
  course: PresumableCourse,
  { courses, seatedAt, nextArrival }: Company,
  limits: PresumingLimits,
): Presumed | null {
  const { readyAt, servedAt, effects, order } = course;
  if (readyAt === null || servedAt !== null || effects.collected || effects.stillHere) return null;
  const reasons: Presumed[] = [];
  const presumedFrom = (signAt: Instant, reason: PresumedReason) =>
    reasons.push({ at: Math.max(signAt, readyAt) + limits.readyLateMs, reason });

  for (const other of courses)
    if (other.servedAt !== null && isReadyAfter(other, readyAt)) presumedFrom(other.servedAt, 'later-course');
  // A party whose food is still being cooked has not left, even if another order begins at its table.
  const lastCooked = courses.reduce((last, other) => Math.max(last, cookedUntil(other)), readyAt);
  const takenAt = nextArrival(Math.max(lastCooked, seatedAt));
  if (takenAt !== null) presumedFrom(takenAt, 'table-retaken');
  if (order.kind === 'cafeteria') reasons.push({ at: readyAt + limits.counterPresumedMs, reason: 'counter-wait' });
  else reasons.push({ at: waitedLongAt(readyAt, courses, effects, limits), reason: 'table-wait' });

  return reasons.reduce<Presumed | null>((first, each) => (first && first.at <= each.at ? first : each), null);
}

/** Creates `Company.nextArrival` from the instants at which orders came to a table, in any order. */
export function nextArrivalAmong(arrivals: Iterable<Instant>): Company['nextArrival'] {
  const ascending = [...arrivals].sort((a, b) => a - b);
  return (after) => ascending[placeAfter(ascending, after)] ?? null;
}

/** F22e: when a table's course has waited for so long that somebody must have taken it. */
function waitedLongAt(
  readyAt: Instant,
  courses: readonly CourseSteps[],
  { claimedAt }: ActionEffects,
  limits: PresumingLimits,
): Instant {
  // Its own start may be dated after it was ready (F5).
  const others = courses.filter((other) => other.readyAt !== readyAt);
  const steps = others.flatMap((other) => [other.startedAt ?? readyAt, other.readyAt ?? readyAt]);
  const followedAt = Math.min(...steps.filter((at) => at > readyAt));
  const waited = Math.min(readyAt + limits.tablePresumedMs, Math.max(followedAt, readyAt + limits.followedPresumedMs));
  return claimedAt === null ? waited : Math.max(waited, claimedAt + limits.claimHoldsMs);
}

/** Whether the steps of a course prove that it became ready after an instant. */
function isReadyAfter({ startedAt, readyAt }: CourseSteps, at: Instant): boolean {
  const known = readyAt ?? startedAt;
  return known !== null && known > at;
}

/** The last instant at which the kitchen worked on a course; infinity while it cooks. */
function cookedUntil({ startedAt, readyAt, servedAt }: CourseSteps): Instant {
  if (readyAt !== null) return readyAt;
  return servedAt === null ? Number.POSITIVE_INFINITY : (startedAt ?? Number.NEGATIVE_INFINITY);
}
