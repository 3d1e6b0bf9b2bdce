import { inSeconds } from '../../../domain/preparation-unit';
import { lateAfterMs } from '../../../domain/ticket';
import type { BranchReading } from '../branch-readings';
import type { Columns } from './columns';
import type { Dictionaries } from './dictionaries';

/** After how many ms the preparation of a row's course is late (F11), by today's settings and unit. */
export function lateAfter(
  { reading: { unit, limitsOf } }: BranchReading,
  { course, expectedRaw }: Columns,
  { courses }: Dictionaries,
): (row: number) => number {
  const limits = courses.entries.map(limitsOf);
  return (row) => {
    const limitsOfCourse = limits[course[row] as number];
    return limitsOfCourse
      ? lateAfterMs(inSeconds(expectedRaw[row] as number, unit), limitsOfCourse)
      : Number.POSITIVE_INFINITY;
  };
}
