import type { CoursePace, Pace } from '../contract/live-branches';

/** With fewer courses than this the median is not meaningful. */
const ENOUGH_COURSES = 5;
/** From this many courses on, pages show a percentile. */
export const MANY_COURSES = 20;

/** F20b: the summary of a pace that managers see. `count` is the number of courses that it is based on. */
export type Verdict =
  /** No measurable courses yet. */
  | { is: 'nothing' }
  /** The courses have no expected time, or the unit of the POS's times is unknown. */
  | { is: 'no-target'; count: number }
  | { is: 'few'; count: number }
  | { is: 'behind' | 'ahead'; minutes: number; count: number }
  | { is: 'as-expected'; count: number };

/** F20b: the verdict on a pace. */
export function verdictOf({ counted, against }: Pick<Pace, 'counted' | 'against'>): Verdict {
  if (counted.length === 0) return { is: 'nothing' };
  if (against === null) return { is: 'no-target', count: counted.length };
  const { count, behindSeconds } = against;
  if (count < ENOUGH_COURSES) return { is: 'few', count };
  const minutes = Math.round(Math.abs(behindSeconds) / 60);
  if (minutes === 0) return { is: 'as-expected', count };
  return { is: behindSeconds > 0 ? 'behind' : 'ahead', minutes, count };
}

/**
 * F20d: the course of a branch that is furthest behind; if none can be compared, the one with the most tickets. Null if
 * no course became ready. Courses are not combined, because many quick drinks would hide a slow main course.
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

/** F20c: a POS counts as quiet after this long without deliveries while `MANY_COOK` courses cook. */
export const QUIET_MS = 15 * 60_000;
/** F20c: the same while fewer cook, of which the completion may be forgotten. */
const QUIET_WITH_FEW_MS = 45 * 60_000;
const MANY_COOK = 3;

/** F20c: whether a POS that should be sending deliveries is quiet. Instants by the server's clock. */
export function isQuiet(lastDeliveryAt: number | null, cooking: number, serverNow: number): boolean {
  const quietMs = cooking < MANY_COOK ? QUIET_WITH_FEW_MS : QUIET_MS;
  return lastDeliveryAt !== null && cooking > 0 && serverNow - lastDeliveryAt >= quietMs;
}

/**
 * The sort key of a branch. `hasPosProblem`: its POS is quiet, or has a stray clock (F23a). `verdict` is that of the course
 * that is furthest behind.
 */
export type Trouble = { hasPosProblem: boolean; verdict: Verdict; late: number; number: number };

/**
 * F20d: sorts branches, worst first: a POS that is quiet or has a stray clock, then minutes behind, then courses that are
 * late, then branch number.
 */
export function byTrouble(a: Trouble, b: Trouble): number {
  return (
    Number(b.hasPosProblem) - Number(a.hasPosProblem) ||
    // A branch that is ahead may have courses that are late.
    Math.max(0, minutesBehind(b.verdict)) - Math.max(0, minutesBehind(a.verdict)) ||
    b.late - a.late ||
    a.number - b.number
  );
}

function minutesBehind(verdict: Verdict): number {
  if (verdict.is === 'behind') return verdict.minutes;
  return verdict.is === 'ahead' ? -verdict.minutes : 0;
}
