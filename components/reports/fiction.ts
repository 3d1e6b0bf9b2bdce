import type { CourseTarget } from '../../contract/reports';
import { FEWEST } from './figures';

/** A target that does not fit what the kitchen does. Seconds. */
export type Fiction = CourseTarget & { expected: number; bias: number; p50: number; p80: number; overShare: number };

/** A minute off is the rounding of whoever entered it in the POS. */
const LEAST_BIAS_SECONDS = 60;
const LEAST_BIAS_SHARE = 0.15;
/** A target that every third misses is none, however little they miss it by. */
const MUCH_OVER = 1 / 3;

/** The courses whose expected time is far from what they take, the one that fits the fewest first. */
export function fictionsIn(targets: readonly CourseTarget[]): Fiction[] {
  return targets.filter(isFiction).toSorted((a, b) => concerned(b) - concerned(a));
}

/** Whether there are enough courses with an expected time to judge any target by. */
export function hasJudged(targets: readonly CourseTarget[]): boolean {
  return targets.some(({ compared }) => compared >= FEWEST);
}

/** How many courses a target does not fit: those that miss it, or that it gives far more time than they need. */
function concerned({ compared, overShare, bias, expected }: Fiction): number {
  return compared * Math.max(overShare, Math.abs(bias) / expected);
}

function isFiction(target: CourseTarget): target is Fiction {
  const { expected, bias, compared, overShare, p50, p80 } = target;
  if (expected === null || bias === null || overShare === null || p50 === null || p80 === null) return false;
  if (compared < FEWEST) return false;
  const isOff = Math.abs(bias) >= Math.max(LEAST_BIAS_SECONDS, expected * LEAST_BIAS_SHARE);
  return isOff || overShare >= MUCH_OVER;
}
