import { inSeconds } from '../../domain/preparation-unit';
import { type Grouping, groupCourses } from './groups';
import { computedValues, gather, mediansOf } from './measures';
import { memoizeBy } from './memoize';
import type { GroupPlaces } from './places';
import { posDurationSeconds } from './pos-durations';
import type { Selection } from './selection';

/** F17: the median of the expected preparation times of each group, in seconds; null without any. Memoized. */
export const expectedBy = memoizeBy((selection, by: Grouping): readonly (number | null)[] => {
  const { places } = groupCourses(selection, by);
  return countedMedians(selection, places) ?? mediansOf(gather(selection, places, expectedOf));
});

const expectedOf = computedValues(posDurationSeconds('expectedRaw'));

/** With more counters than this, counting takes longer than selecting medians from the values. */
const MAX_COUNTERS = 1_048_576;

/**
 * Medians by counting, because the POS expects few distinct round numbers. Null if the numbers are too large to count, or
 * if branches use different units.
 */
function countedMedians({ parts }: Selection, { groupOf, begins }: GroupPlaces): (number | null)[] | null {
  const groups = begins.length - 1;
  const seconds = parts.flatMap(({ branch }) => inSeconds(1, branch.reading.unit) ?? []);
  const [secondsEach = 0] = seconds;
  if (seconds.some((each) => each !== secondsEach)) return null;
  const width = 1 + maxRaw(parts);
  if (groups * width > MAX_COUNTERS) return null;

  const counts = new Int32Array(groups * width);
  let begin = 0;
  for (const { branch, columns, rows } of parts) {
    const { expectedRaw } = columns.columns;
    for (let index = 0; branch.reading.unit !== null && index < rows.length; index += 1) {
      const raw = expectedRaw[rows[index] as number] as number;
      if (raw <= 0) continue;
      const counter = (groupOf[begin + index] as number) * width + raw;
      counts[counter] = (counts[counter] as number) + 1;
    }
    begin += rows.length;
  }
  return Array.from({ length: groups }, (_, group) =>
    medianOf(counts.subarray(group * width, (group + 1) * width), secondsEach),
  );
}

function maxRaw(parts: Selection['parts']): number {
  let max = 0;
  for (const { columns, rows } of parts) {
    const { expectedRaw } = columns.columns;
    for (let index = 0; index < rows.length; index += 1) {
      const raw = expectedRaw[rows[index] as number] as number;
      if (raw > max) max = raw;
    }
  }
  return max;
}

/** The median (R type 7) of whole numbers, of which `counts[n]` are n, times `secondsEach`; null without any. */
function medianOf(counts: Int32Array, secondsEach: number): number | null {
  const n = counts.reduce((sum, count) => sum + count, 0);
  if (n === 0) return null;
  const place = (n - 1) / 2;
  const below = valueAt(counts, Math.floor(place)) * secondsEach;
  return below + (valueAt(counts, Math.ceil(place)) * secondsEach - below) * (place - Math.floor(place));
}

function valueAt(counts: Int32Array, index: number): number {
  let before = 0;
  return counts.findIndex((count) => {
    before += count;
    return before > index;
  });
}
