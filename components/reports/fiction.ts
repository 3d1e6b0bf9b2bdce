import { type CourseTarget, FEWEST } from './figures';

/** A target that does not fit what the kitchen does. Seconds. */
export type Fiction = CourseTarget & { expected: number; bias: number; p50: number; p80: number; overShare: number };

/** A minute off is the rounding of whoever entered it in the POS. */
const LEAST_BIAS_SECONDS = 60;
const LEAST_BIAS_SHARE = 0.15;
/** A target that is met by half only is none, however little is missing. */
const MUCH_OVER = 0.45;

/** The courses whose expected time is far from what they take, the one with the most of them first. */
export function fictionsIn(targets: readonly CourseTarget[]): Fiction[] {
  return targets.filter(isFiction).toSorted((a, b) => b.n * Math.abs(b.bias) - a.n * Math.abs(a.bias));
}

/** Whether there are enough courses with an expected time to judge any target by. */
export function hasJudged(targets: readonly CourseTarget[]): boolean {
  return targets.some(({ compared }) => compared >= FEWEST);
}

function isFiction(target: CourseTarget): target is Fiction {
  const { expected, bias, compared, overShare, p50, p80 } = target;
  if (expected === null || bias === null || overShare === null || p50 === null || p80 === null) return false;
  if (compared < FEWEST) return false;
  const isOff = Math.abs(bias) >= Math.max(LEAST_BIAS_SECONDS, expected * LEAST_BIAS_SHARE);
  return isOff || overShare >= MUCH_OVER;
}
