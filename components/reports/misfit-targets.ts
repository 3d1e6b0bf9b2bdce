import type { CourseTarget } from '../../contract/reports';
import { MIN_COURSES } from './figures';

/** A target that does not fit what the kitchen does. In seconds. */
export type MisfitTarget = CourseTarget & {
  expected: number;
  bias: number;
  p50: number;
  p80: number;
  overShare: number;
};

/** A difference of a minute may be rounding by the person who entered the target in the POS. */
const MIN_BIAS_SECONDS = 60;
const MIN_BIAS_SHARE = 0.15;
/** A target missed by a third of the courses does not fit, however little they miss it by. */
const MUCH_OVER = 1 / 3;

/** Courses whose expected time is far from their actual one, most affected courses first. */
export function misfitTargetsIn(targets: readonly CourseTarget[]): MisfitTarget[] {
  return targets.filter(isMisfit).toSorted((a, b) => concerned(b) - concerned(a));
}

/** Whether enough courses have an expected time to judge any target. */
export function hasJudged(targets: readonly CourseTarget[]): boolean {
  return targets.some(({ compared }) => compared >= MIN_COURSES);
}

/** Number of courses that the target does not fit: those that miss it, or those that it gives far too much time. */
function concerned({ compared, overShare, bias, expected }: MisfitTarget): number {
  return compared * Math.max(overShare, Math.abs(bias) / expected);
}

function isMisfit(target: CourseTarget): target is MisfitTarget {
  const { expected, bias, compared, overShare, p50, p80, suggestedMinutes } = target;
  if (expected === null || bias === null || overShare === null || p50 === null || p80 === null) return false;
  if (compared < MIN_COURSES) return false;
  // Four of five courses meet the suggestion, so half of them may take much less than it.
  if (suggestedMinutes !== null && Math.abs(expected - suggestedMinutes * 60) < MIN_BIAS_SECONDS) return false;
  // Half of the courses take much less, so a longer target would only make these look better.
  const isContrary = suggestedMinutes !== null && bias < 0 && suggestedMinutes * 60 > expected;
  const isOff = Math.abs(bias) >= Math.max(MIN_BIAS_SECONDS, expected * MIN_BIAS_SHARE);
  return (isOff && !isContrary) || overShare >= MUCH_OVER;
}
