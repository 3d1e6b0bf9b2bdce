import { inSeconds } from '../../domain/preparation-unit';
import { lateAfterMs } from '../../domain/ticket';
import type { BranchReading } from '../sql/branch-readings';
import { type Columns, UNKNOWN } from './allocate-columns';
import type { Dictionaries } from './dictionaries';

/** F11: the duration in ms after which the preparation of a row is late, by today's settings and unit. */
export function lateAfter(
  { reading: { unit, limitsOf } }: BranchReading,
  { course, expectedRaw }: Columns,
  { courses }: Dictionaries,
): (row: number) => number {
  const limits = courses.entries.map(limitsOf);
  // Cached for each course, because successive servings mostly have the same expected time.
  const lastRaw = new Int32Array(limits.length).fill(UNKNOWN);
  const lastLimit = new Float64Array(limits.length);
  return (row) => {
    const of = course[row] as number;
    const raw = expectedRaw[row] as number;
    const limitsOfCourse = limits[of];
    if (raw !== lastRaw[of] && limitsOfCourse) {
      lastRaw[of] = raw;
      lastLimit[of] = lateAfterMs(inSeconds(raw, unit), limitsOfCourse);
    }
    return lastLimit[of] as number;
  };
}
