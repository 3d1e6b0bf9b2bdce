import type { CoursePace, Pace } from '../contract/live-branches';

/** Of fewer courses than these the middle one says nothing of a kitchen. */
export const ENOUGH_COURSES = 5;
/** From so many on, pages tell a percentile without a word of caution. */
export const MANY_COURSES = 20;

/** F20b: what a manager is told of a pace. `count` is how many courses that rests on. */
export type Verdict =
  /** Nothing became ready whose preparation counts. */
  | { is: 'nothing' }
  /** What was ready has no expected time, or the unit of the POS's times is not known yet. */
  | { is: 'no-target'; count: number }
  | { is: 'few'; count: number }
  | { is: 'behind' | 'ahead'; minutes: number; count: number; isThin: boolean }
  | { is: 'as-expected'; count: number; isThin: boolean };

/** F20b */
export function verdictOf({ counted, against }: Pick<Pace, 'counted' | 'against'>): Verdict {
  if (counted.length === 0) return { is: 'nothing' };
  if (against === null) return { is: 'no-target', count: counted.length };
  const { count, behindSeconds } = against;
  if (count < ENOUGH_COURSES) return { is: 'few', count };
  const isThin = count < MANY_COURSES;
  const minutes = Math.round(Math.abs(behindSeconds) / 60);
  if (minutes === 0) return { is: 'as-expected', count, isThin };
  return { is: behindSeconds > 0 ? 'behind' : 'ahead', minutes, count, isThin };
}

/**
 * F20d: the course of a branch that is furthest behind. Where no course can be compared, the one that most rests on.
 * Null where no course became ready. Courses are never added up: a drink says nothing of a main course.
 */
export function furthestBehind(
  courses: readonly CoursePace[],
): { course: CoursePace['course']; verdict: Verdict } | null {
  const [first] = courses
    .map((pace) => ({ course: pace.course, count: pace.counted.length, verdict: verdictOf(pace) }))
    .toSorted(
      (a, b) =>
        Number(isCompared(b.verdict)) - Number(isCompared(a.verdict)) ||
        minutesBehind(b.verdict) - minutesBehind(a.verdict) ||
        b.count - a.count ||
        a.course.number - b.course.number,
    );
  return first ? { course: first.course, verdict: first.verdict } : null;
}

function isCompared({ is }: Verdict): boolean {
  return is === 'behind' || is === 'as-expected' || is === 'ahead';
}

/** F20c: quiet for so long, with food in flight, is worth a look at the POS. */
export const QUIET_MS = 15 * 60_000;

/** F20c: whether a POS that should be talking says nothing. Instants by the server's clock. */
export function isQuiet(lastDeliveryAt: number | null, open: number, serverNow: number): boolean {
  return lastDeliveryAt !== null && open > 0 && serverNow - lastDeliveryAt >= QUIET_MS;
}

/** What branches are put in order by; `verdict` is that of the course that is furthest behind. */
export type Trouble = { isQuiet: boolean; verdict: Verdict; late: number; number: number };

/** F20d: worst first: a quiet POS, then minutes behind, then courses that are late now, then the branch's number. */
export function byTrouble(a: Trouble, b: Trouble): number {
  return (
    Number(b.isQuiet) - Number(a.isQuiet) ||
    minutesBehind(b.verdict) - minutesBehind(a.verdict) ||
    b.late - a.late ||
    a.number - b.number
  );
}

function minutesBehind(verdict: Verdict): number {
  if (verdict.is === 'behind') return verdict.minutes;
  return verdict.is === 'ahead' ? -verdict.minutes : 0;
}
