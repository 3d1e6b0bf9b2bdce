import { inSeconds } from '../../domain/preparation-unit';
import { lateAfterMs } from '../../domain/ticket';
import type { BranchReading } from '../sql/branch-readings';
import { type Columns, UNKNOWN } from './allocate-columns';
import type { Dictionaries } from './dictionaries';

/** After how many ms the preparation of a row's course is late (F11), by today's settings and unit. */
export function lateAfter(
  { reading: { unit, limitsOf } }: BranchReading,
  { course, expectedRaw }: Columns,
  { courses }: Dictionaries,
): (row: number) => number {
  const limits = courses.entries.map(limitsOf);
  // A course is mostly expected to take what it took the last time.
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
